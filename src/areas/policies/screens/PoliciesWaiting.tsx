import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { ToAcknowledge } from "../acknowledgement/acknowledgement.model.ts";

/** What waits for the reader's own confirmation. */
const useWaiting = (): ToAcknowledge[] | undefined =>
  useGet<{ items: ToAcknowledge[] }>("agency-policies", "/api/v1/agency-policies-to-acknowledge")
    .data?.items;

/** Says above a page how many policies wait for the reader. */
export function WaitingFinding() {
  const items = useWaiting();
  if (!items) return null;
  return (
    <p className="finding" role="status">
      {items.length === 0
        ? "No policy waits for your confirmation."
        : `${counted(items.length, "policy waits", "policies wait")} for your confirmation.`}
    </p>
  );
}

/** Policies that wait for the reader's own confirmation; nothing where none does. */
export function PoliciesWaiting() {
  const items = useWaiting() ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Policies to read and confirm" flush>
      <ul>
        {items.map((policy) => (
          <li
            key={policy.id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-hair px-4 py-3 last:border-0"
          >
            <Link className="text-link underline" to={pathTo("agencyPolicy", { id: policy.id })}>
              {policy.title}
            </Link>
            <span className="text-13 text-t2">
              version {policy.versionNo}, until {formatDate(policy.dueOn)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
