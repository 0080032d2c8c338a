import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Addition } from "./service.model.ts";

/** What whoever reported added later: words, photos, and that it was not in order. */
export function Additions({ items }: { items: readonly Addition[] }) {
  const { timeZone } = useAgency();
  if (items.length === 0) return null;
  return (
    <Panel title="Added by who reported it" aside={items.length}>
      <ul className="grid gap-3">
        {items.map((one) => (
          <li key={one.id} className="grid gap-1">
            <p className="text-12 text-t2">
              {formatInstant(one.createdAt, timeZone)}
              {one.reopens && " · opened it again"}
            </p>
            {one.words && (
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{one.words}</p>
            )}
            {one.photoId && (
              <button
                type="button"
                className="btn btn-small justify-self-start"
                onClick={() =>
                  void download(`/api/v1/files/${one.photoId}`).catch((error: unknown) =>
                    notify.failed("The photo could not be fetched", error),
                  )
                }
              >
                Download the photo
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
