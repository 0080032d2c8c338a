import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ContributorRow } from "./contributor.model.ts";

/** Who writes a section from outside, and how far they are. */
export function Contributors({ items, draft }: { items: ContributorRow[]; draft: boolean }) {
  const { timeZone } = useAgency();
  const end = useMutationAction("grant-applications");
  if (items.length === 0) return null;
  return (
    <ul className="stack" aria-label="Outside writers">
      {items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words">
            {one.name}, {one.email}
          </span>
          <span className={`badge ${one.handedInAt ? "tone-success" : ""}`}>
            {one.handedInAt
              ? `Handed in ${formatInstant(one.handedInAt, timeZone)}`
              : one.ended
                ? "Link ended"
                : `Link until ${formatDate(one.untilOn)}`}
          </span>
          {draft && !one.ended && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                void end
                  .mutateAsync({
                    path: `/api/v1/grant-contributors/${one.id}/end`,
                    body: {},
                    version: one.version,
                  })
                  .then(() => notify.done("Link ended", one.name))
              }
            >
              End the link of {one.name}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
