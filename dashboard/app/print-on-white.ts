/** Prints in the light theme, whatever the screen has. Returns the function that ends this. */
export function printOnWhite(): () => void {
  const { classList } = document.documentElement;
  let wasLight = classList.contains('light');
  function begin() {
    wasLight = classList.contains('light');
    classList.add('light');
  }
  const end = () => void classList.toggle('light', wasLight);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
