import { Ellipsis, Plus } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { endpointStates } from "#kernel/delivery-states.ts";
import type { EndpointRow, ShownSecret } from "#kernel/webhook.model.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand, Menu, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { endpointPath, useEndpointSteps } from "./endpointSteps.ts";
import type { Asked } from "./EndpointDialogs.tsx";
import { WebhookDeliveries } from "./WebhookDeliveries.tsx";

const EndpointDialogs = dialogOnDemand(
  async () => (await import("./EndpointDialogs.tsx")).EndpointDialogs,
);
const HowToVerify = dialogOnDemand(async () => (await import("./HowToVerify.tsx")).HowToVerify);

const standOf = ({ rotating, waiting, failed, topics }: EndpointRow): string =>
  [
    topics.length === 0 ? "only what a form sends there" : counted(topics.length, "event"),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(rotating ? ["two secrets sign"] : []),
  ].join(" · ");

function Endpoint({
  endpoint,
  onAsk,
  onSecret,
}: {
  endpoint: EndpointRow;
  onAsk: (asked: Asked) => void;
  onSecret: (secret: ShownSecret) => void;
}) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const step = useEndpointSteps(endpoint, onSecret);
  const active = endpoint.state === "active";
  const entries: MenuEntry[] = [
    { label: "Change", onSelect: () => onAsk({ what: "change", endpoint }) },
    ...(active
      ? [
          { label: "Send a test event", onSelect: step.test },
          {
            label: "Send a period again",
            onSelect: () => onAsk({ what: "replay" as const, endpoint }),
          },
        ]
      : []),
    endpoint.rotating
      ? { label: "End the old secret", onSelect: () => onAsk({ what: "end", endpoint }) }
      : { label: "New secret", onSelect: step.rotate },
    active
      ? { label: "Disable", danger: true, onSelect: () => onAsk({ what: "disable", endpoint }) }
      : { label: "Enable", onSelect: step.enable },
  ];
  const label = `Actions for ${endpoint.address}`;
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 break-all">{endpoint.address}</h3>
        <StatusBadge statuses={endpointStates} status={endpoint.state} />
        {can("webhook.manage") && (
          <span className="ml-auto">
            <Menu
              label={label}
              entries={entries}
              trigger={
                <button
                  type="button"
                  className="btn btn-quiet btn-icon btn-small"
                  aria-label={label}
                >
                  <Ellipsis aria-hidden="true" />
                </button>
              }
            />
          </span>
        )}
      </div>
      {endpoint.description && <p>{endpoint.description}</p>}
      {endpoint.disabledReason && <p className="notice tone-warning">{endpoint.disabledReason}</p>}
      <p className="text-13 text-t3">
        {standOf(endpoint)} · secret of {formatInstant(endpoint.secretMadeAt, timeZone)}
      </p>
    </li>
  );
}

/** The tab Webhooks: receivers of the agency's events, and what was sent to them. */
export function Webhooks() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [verifying, setVerifying] = useState(false);
  const list = useGet<{ items: EndpointRow[] }>("webhook-endpoints", endpointPath, { first: true });
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The endpoints" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <TableSkeleton columns={2} label="Loading the endpoints" />;
  const { items } = list.data;
  return (
    <div className="stack">
      <div className="flex flex-wrap gap-2">
        <Held permission="webhook.manage" what="New endpoint">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => setAsked({ what: "new" })}
          >
            <Plus aria-hidden="true" />
            New endpoint
          </button>
        </Held>
        <button type="button" className="btn" onClick={() => setVerifying(true)}>
          How receivers verify
        </button>
      </div>
      {items.length === 0 ? (
        <EmptyState kind="first-use" title="No system is told yet">
          Register the address of a system that should hear of what happens here: a form that was
          sent in, an invoice that was approved.
        </EmptyState>
      ) : (
        <Panel title="Endpoints">
          <ul className="grid gap-5">
            {items.map((endpoint) => (
              <Endpoint
                key={endpoint.id}
                endpoint={endpoint}
                onAsk={setAsked}
                onSecret={(secret) => setAsked({ what: "secret", secret })}
              />
            ))}
          </ul>
        </Panel>
      )}
      <WebhookDeliveries />
      {asked && (
        <EndpointDialogs
          asked={asked}
          onSecret={(secret) => setAsked({ what: "secret", secret })}
          onClose={() => setAsked(null)}
        />
      )}
      {verifying && <HowToVerify onClose={() => setVerifying(false)} />}
    </div>
  );
}
