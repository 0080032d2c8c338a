import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";

type Waiting = {
  id: string;
  orgId: string;
  number: string;
  title: string;
  expiresOn: Day;
  asked: boolean;
};

/** What the vendor is asked to sign now; nothing where nothing waits. */
export function VendorToSign() {
  const list = useGet<{ items: Waiting[] }>("vendor-signatures", "/api/v1/vendor-signatures");
  const open = list.data?.items.filter((one) => one.asked) ?? [];
  if (open.length === 0) return null;
  return (
    <Panel title="To sign">
      <ul className="grid gap-3">
        {open.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              {one.number} {one.title}
              <small className="block text-t3">by {formatDate(one.expiresOn)}</small>
            </span>
            <Link
              className="btn btn-small btn-primary"
              to={pathTo("portalSignature", { orgId: one.orgId, id: one.id })}
            >
              Read and sign
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
