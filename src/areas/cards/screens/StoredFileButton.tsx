import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** A stored file by its name; it comes by the session of whoever asks. */
export function StoredFileButton({ id, name }: { id: string; name: string }) {
  return (
    <button
      type="button"
      className="text-link"
      onClick={() =>
        void download(`/api/v1/files/${id}`).catch((error: unknown) =>
          notify.failed("The file did not come", error),
        )
      }
    >
      {name}
    </button>
  );
}
