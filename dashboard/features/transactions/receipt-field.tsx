import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { ACCEPTED_IMAGE_TYPES, formatFileSize, type ImageInput } from '../../ui/image-input.ts';

/** File input for the receipt with drag and drop, preview and a remove button. */
export function ReceiptField({ image }: { image: ImageInput }) {
  const { input, file, url, error, onChange, clear, focus } = image;

  function remove() {
    clear();
    focus();
  }

  return (
    <Field className="form-wide" label="Receipt" optional error={error}>
      {(control) => (
        <div className="drop" data-invalid={error !== undefined || undefined}>
          {/* Transparent and as large as the drop area, so that a file can be dropped on it. */}
          <input
            {...control}
            ref={input}
            type="file"
            accept={ACCEPTED_IMAGE_TYPES}
            onChange={onChange}
            className="drop-input"
          />
          <span className={buttonClass('secondary', 'drop-button', 'small')} aria-hidden="true">
            {file ? 'Change file' : 'Choose file'}
          </span>
          {url && <img className="drop-preview" src={url} alt="Preview of the receipt" />}
          <p role="status" className="drop-words">
            {file ? (
              <>
                <span className="truncate text-ink">{file.name}</span> <span>{formatFileSize(file.size)}</span>
              </>
            ) : (
              'jpeg or png'
            )}
          </p>
          {file && (
            <Button kind="quiet" className="drop-remove" onClick={remove} aria-label="Remove file">
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
