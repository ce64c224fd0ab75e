import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/fields.tsx';
import { formatFileSize, IMAGE_ACCEPT, type ImageInput } from '../../../ui/image-input.ts';

type Props = {
  image: ImageInput;
  /** The stored receipt, until another is chosen or it is removed. */
  stored?: { url: string; onRemove: () => void } | undefined;
};

const DROP_AREA = [
  'group relative flex min-h-17 flex-wrap items-center gap-x-4 gap-y-3 rounded border border-dashed',
  'border-rule-strong px-4 py-[0.7rem] text-small text-ink-muted outline-offset-2 outline-focus',
  'has-[input:focus-visible]:outline-2 data-invalid:border-danger',
].join(' ');

/** File input for the receipt with drag and drop, preview and a remove button. */
export function ReceiptField({ image, stored }: Props) {
  const { input, file, error, onChange, clear, focus } = image;
  const url = file ? image.url : stored?.url;

  function remove() {
    if (file) clear();
    else stored?.onRemove();
    focus();
  }

  return (
    <FormField className="col-span-full" label="Receipt" optional error={error}>
      {(control) => (
        <div className={DROP_AREA} data-invalid={error !== undefined || undefined}>
          {/* Transparent and as large as the drop area, so that a file can be dropped on it. */}
          <input
            {...control}
            ref={input}
            type="file"
            accept={IMAGE_ACCEPT}
            onChange={onChange}
            className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          />
          <span
            className={buttonClass(
              'secondary',
              'pointer-events-none text-ink group-hover:border-ink-muted group-hover:bg-hover',
              'small',
            )}
            aria-hidden="true"
          >
            {file || stored ? 'Change file' : 'Choose file'}
          </span>
          {url && <img className="size-11 border border-rule object-cover" src={url} alt="Preview of the receipt" />}
          <p role="status" className="flex min-w-0 grow basis-42 gap-[0.6rem] whitespace-nowrap">
            {file ? (
              <>
                <span className="truncate text-ink">{file.name}</span> <span>{formatFileSize(file.size)}</span>
              </>
            ) : stored ? (
              'This receipt stays'
            ) : (
              'jpeg or png'
            )}
          </p>
          {(file || stored) && (
            <Button
              kind="quiet"
              className="relative"
              onClick={remove}
              aria-label={file ? 'Remove file' : 'Remove receipt'}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </FormField>
  );
}
