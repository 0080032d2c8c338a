import { ArrowRight, Building2, Store } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useEnterAgency } from "#web/auth/useEnterAgency.ts";
import { Panel } from "#web/kit/states.tsx";

const reached =
  "Agencies reach you here: orders to acknowledge, invoices, payments, messages. " +
  "What an agency keeps for its own members stays with the agency.";
const nothingYet =
  "Create an agency, accept an invitation, or register as a vendor. " +
  "Until then there is nothing here that belongs to you.";

/** The agencies of somebody whose last one is not open to them any more: it ended, or was a copy. */
function OtherAgencies({ agencies }: { agencies: readonly { orgId: string; name: string }[] }) {
  const enter = useEnterAgency();
  return (
    <Panel title="The agency in which you worked is not open to you any more">
      <ul className="grid gap-2">
        {agencies.map(({ orgId, name }) => (
          <li key={orgId} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1">{name}</span>
            <button type="button" className="btn btn-primary" onClick={() => void enter(orgId)}>
              Work there<span className="visually-hidden">: {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/**
 * Home of a person who works in no agency: a vendor's person, or somebody who has just signed up.
 */
export function OutsideHome() {
  const { me } = useAuth();
  const vendor = me?.kind === "vendor";
  const agencies = me?.memberships ?? [];
  return (
    <div className="stack max-w-[720px]">
      <h1>{me?.person.displayName ? `Welcome, ${me.person.displayName}` : "Welcome"}</h1>
      {!vendor && agencies.length > 0 ? (
        <OtherAgencies agencies={agencies} />
      ) : (
        <Panel
          title={vendor ? (me.vendor?.name ?? "Your company") : "You do not work in an agency yet"}
        >
          <p className="text-t2">{vendor ? reached : nothingYet}</p>
          <p className="mt-4 flex flex-wrap gap-2">
            {vendor && (
              <Link className="btn btn-primary" to="/vendor-portal">
                <Store aria-hidden="true" />
                Vendor portal
              </Link>
            )}
            <Link className={vendor ? "btn" : "btn btn-primary"} to="/welcome">
              <Building2 aria-hidden="true" />
              First steps
              <ArrowRight aria-hidden="true" />
            </Link>
          </p>
        </Panel>
      )}
    </div>
  );
}
