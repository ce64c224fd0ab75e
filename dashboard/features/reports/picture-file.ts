/** The pixels of a picture for each pixel of the screen. */
const PNG_SCALE = 2;
const MARGIN_PX = 24;
const TITLE_PX = 40;
const PAPER = '#ffffff';
const INK = '#132527';
const TITLE_LOOK = 'font-family="Alegreya, Georgia, serif" font-size="18"';

/** The properties of a drawing that its classes and roles give it. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-variant-numeric',
  'text-anchor',
];

/** A picture as a file that stands by itself: on white paper, with its title. */
export async function pictureAsSvg(svg: SVGSVGElement, title: string): Promise<Blob> {
  return new Blob([textOf(svg, title).text], { type: 'image/svg+xml;charset=utf-8' });
}

/** The same as an image, twice as large. */
export async function pictureAsPng(svg: SVGSVGElement, title: string): Promise<Blob | null> {
  const { text, width, height } = textOf(svg, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * PNG_SCALE,
    height: height * PNG_SCALE,
  });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Draws a copy on white paper, where the roles have the colours of the light theme, and writes them out. */
function textOf(svg: SVGSVGElement, title: string): { text: string; width: number; height: number } {
  const paper = document.createElement('div');
  paper.className = 'light';
  paper.style.cssText = 'position: fixed; left: -99999px; top: 0; color-scheme: light';
  const copy = svg.cloneNode(true) as SVGSVGElement;
  paper.append(copy);
  document.body.append(paper);
  try {
    for (const element of copy.querySelectorAll<SVGElement>('*')) writeOut(element);
  } finally {
    paper.remove();
  }
  const [width, height] = [svg.width.baseVal.value + 2 * MARGIN_PX, svg.height.baseVal.value + MARGIN_PX + TITLE_PX];
  const inner = [...copy.childNodes].map((node) => new XMLSerializer().serializeToString(node)).join('');
  const heading = Object.assign(document.createElement('p'), { textContent: title }).innerHTML;
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${heading}</title><rect width="${width}" height="${height}" fill="${PAPER}"/>` +
    `<text x="${MARGIN_PX}" y="26" ${TITLE_LOOK} fill="${INK}">${heading}</text>` +
    `<g transform="translate(${MARGIN_PX} ${TITLE_PX})">${inner}</g></svg>`;
  return { text, width, height };
}

function writeOut(element: SVGElement): void {
  const style = getComputedStyle(element);
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    // A pattern is named by its address in the page.
    if (value !== '') element.setAttribute(property, value.replace(/url\("[^"]*#([^"]+)"\)/, 'url(#$1)'));
  }
  for (const attribute of ['class', 'role', 'tabindex', 'aria-label', 'aria-haspopup', 'data-mark']) {
    element.removeAttribute(attribute);
  }
}
