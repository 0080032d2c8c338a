import { ArrowRight, Building2, Store } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";

const reached =
  "Agencies reach you here: orders to acknowledge, invoices, payments, messages. What an agency keeps for its own members stays with the agency.";
const nothingYet =
  "Create an agency, accept an invitation, or register as a vendor. Until then there is nothing here that belongs to you.";

/**
 * Home of a person who works in no agency: a vendor's person, or somebody who has just signed up.
 */
export function OutsideHome() {
  const { me } = useAuth();
  const vendor = me?.kind === "vendor";
  return (
    <div className="stack max-w-[720px]">
      <h1>{me?.person.displayName ? `Welcome, ${me.person.displayName}` : "Welcome"}</h1>
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
    </div>
  );
}
