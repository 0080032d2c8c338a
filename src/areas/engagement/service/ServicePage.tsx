import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api, download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { invalidateNoun } from "#web/kit/queries.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { Sight } from "#areas/places/places.ui.tsx";
import { Additions } from "./Additions.tsx";
import { lateReasons, serviceCycle } from "./service.labels.ts";
import type { ServiceRecord } from "./service.model.ts";

function Visibility({ request }: { request: ServiceRecord }) {
  const client = useQueryClient();
  const { can } = useAuth();
  if (!can("serviceRequest.edit"))
    return (
      <p className="text-t2">
        {request.hidden
          ? "Taken off the public pages."
          : "Shown on the public pages, without the reporter."}
      </p>
    );
  const change = async () => {
    try {
      await api(`/api/v1/service-requests/${request.id}/visibility`, {
        method: "POST",
        body: { hidden: !request.hidden },
      });
      await invalidateNoun(client, "service-requests");
    } catch (error) {
      notify.failed("Nothing was changed", error);
    }
  };
  return (
    <div className="grid gap-3">
      <p className="text-t2">
        {request.hidden
          ? "Taken off the public pages."
          : "Shown on the public pages, without the reporter."}
      </p>
      <div>
        <button type="button" className="btn btn-small" onClick={() => void change()}>
          {request.hidden ? "Show it again" : "Take it off the public pages"}
        </button>
      </div>
    </div>
  );
}

function ServiceFacts({ request }: { request: ServiceRecord }) {
  const { timeZone } = useAgency();
  const at =
    request.latitude !== null && request.longitude !== null
      ? `${request.latitude.toFixed(5)}, ${request.longitude.toFixed(5)}`
      : null;
  return (
    <div className="grid gap-5">
      <p className="max-w-[68ch] whitespace-pre-wrap text-16 leading-6 [overflow-wrap:anywhere]">
        {request.description}
      </p>
      <Sight
        id={request.id}
        name={request.service}
        about={request.address}
        latitude={request.latitude}
        longitude={request.longitude}
        photoId={request.photoId}
      />
      <Facts>
        <Fact label="Place">{request.address || "—"}</Fact>
        {at && (
          <Fact label="Coordinates">
            <span className="mono">{at}</span>
          </Fact>
        )}
        {request.outside && (
          <Fact label="Outside">
            Its sender was told that the place lies outside of the agency, and sent it all the same
          </Fact>
        )}
        <Fact label="Reported by">{request.reporterName || "Nobody named"}</Fact>
        {request.reporterEmail && (
          <Fact label="Email">
            <a href={`mailto:${request.reporterEmail}`}>{request.reporterEmail}</a>
          </Fact>
        )}
        <Fact label="Phone">{request.reporterPhone}</Fact>
        {request.photoId && (
          <Fact label="Photo">
            <button
              type="button"
              className="btn btn-small"
              onClick={() =>
                void download(`/api/v1/files/${request.photoId}`).catch((error: unknown) =>
                  notify.failed("The photo could not be fetched", error),
                )
              }
            >
              Download the photo
            </button>
          </Fact>
        )}
        {request.tag && (
          <Fact label="Label">
            <Link className="mono" to={`/label/${encodeURIComponent(request.tag)}`}>
              {request.tag}
            </Link>
          </Fact>
        )}
        {request.answers.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {request.lateReason && (
          <Fact label="Why it takes longer">{lateReasons[request.lateReason]}</Fact>
        )}
        {request.followers > 0 && (
          <Fact label="Me too">{counted(request.followers, "person", "people")}</Fact>
        )}
        <Fact label="Public answer">{request.publicNote}</Fact>
        {request.closedAt && <Fact label="Ended">{formatInstant(request.closedAt, timeZone)}</Fact>}
      </Facts>
    </div>
  );
}

const LateDialog = dialogOnDemand(async () => (await import("./LateDialog.tsx")).LateDialog);

// The form of a work order with what the report tells already filled in.
const workOrderOf = (request: ServiceRecord) =>
  `${pathTo("maintenance")}?${new URLSearchParams({
    action: "create",
    serviceRequestId: request.id,
    ...(request.tag ? { tag: request.tag } : {}),
    title: `${request.service} (${request.number})`,
    location: request.address,
  })}`;

/**
 * One service request, with what may be done with it now. The reason of a close or decline is the
 * public answer.
 */
export default function ServicePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [late, setLate] = useState<ServiceRecord | null>(null);
  const flow = useBeginFlow("serviceRequest");
  return (
    <>
      <RecordPage<ServiceRecord>
        path="/api/v1/service-requests"
        id={id}
        lifecycle={serviceCycle}
        title={(request) => request.service}
        subtitle={(request) => request.address}
        owner={(request) => request.owner}
        deadline={(request) =>
          request.closedAt ? null : { at: request.expectedAt, label: "Expected" }
        }
        menu={flow.menu}
        extraActions={(request) => [
          ...(request.late && can("serviceRequest.edit")
            ? [{ label: "Say why it is late", onSelect: () => setLate(request) }]
            : []),
          ...(request.closedAt || !can("workOrder.create")
            ? []
            : [{ label: "Make a work order", to: workOrderOf(request) }]),
        ]}
        tabs={[
          {
            id: "report",
            label: "Report",
            content: (request) => (
              <>
                <ServiceFacts request={request} />
                <Additions items={request.additions} />
              </>
            ),
          },
        ]}
        rail={(request) => (
          <Panel title="Public pages">
            <Visibility request={request} />
          </Panel>
        )}
      />
      {flow.dialog}
      {late && <LateDialog request={late} onClose={() => setLate(null)} />}
    </>
  );
}
