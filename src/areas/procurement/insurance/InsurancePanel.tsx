import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import type { InsuranceStanding } from "./insurance.model.ts";

const look = ({ override, effect }: InsuranceStanding) =>
  override
    ? ({ tone: "progress", label: "Overridden" } as const)
    : effect === "block"
      ? ({ tone: "danger", label: "Stops it" } as const)
      : ({ tone: "warning", label: "Look at it" } as const);

/**
 * Certificates of insurance that are not in force, what the agency's policy makes of them, and the
 * way on. `path` is where an override is posted.
 */
export function InsurancePanel({
  standings,
  path,
}: {
  standings: readonly InsuranceStanding[];
  path: string;
}) {
  const { can } = useAuth();
  const [asking, setAsking] = useState<InsuranceStanding | null>(null);
  const send = useMutationAction("awards", "solicitations", "evaluations", "purchase-orders");
  if (standings.length === 0) return null;
  const override = (reason: string) =>
    send.mutate(
      {
        path,
        body: {
          ...(path.includes("/solicitations/") ? { vendorId: asking!.vendorId } : {}),
          reason,
        },
      },
      {
        onSuccess: () => {
          setAsking(null);
          notify.done("Overridden", "The reason is kept in the audit record.");
        },
        onError: (error) => notify.failed("Not overridden", messageOf(error)),
      },
    );
  return (
    <Panel title="Insurance" aside={standings[0]!.citation} flush>
      <ul>
        {standings.map((each) => (
          <li
            key={each.vendorId}
            className="grid gap-2 border-b border-hair px-4 py-3 last:border-0"
          >
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link className="text-link font-medium" to={pathTo("vendor", { id: each.vendorId })}>
                {each.vendorName}
              </Link>
              <Badge {...look(each)} />
            </p>
            <p className="text-13 text-t2">{each.text}</p>
            {each.effect === "block" && !each.override && can("award.approve") && (
              <p>
                <button type="button" className="btn btn-small" onClick={() => setAsking(each)}>
                  Override<span className="visually-hidden"> {each.vendorName}</span>
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <TextDialog
          title={`Go on without a certificate: ${asking.vendorName}`}
          hint="It holds for this purchase and this certificate."
          label="Reason"
          confirm="Override"
          least={10}
          onClose={() => setAsking(null)}
          onConfirm={override}
        />
      )}
    </Panel>
  );
}
