import { FlaskConical, Pencil, Play } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Runs } from "../run/Runs.tsx";
import { connectorCycle, connectorKinds, scheduleOf } from "./connector.labels.ts";
import type { ConnectorRecord } from "./connector.model.ts";
import { MappingForm } from "./MappingForm.tsx";

const path = "/api/v1/connectors";

/** Fetches now; the answer comes with the run. */
const useRun = (id: string) => {
  const run = useMutationAction("connectors");
  return (dry: boolean, accept = false) =>
    run.mutate(
      { path: `${path}/${id}/actions/run`, body: { dry, accept } },
      {
        onSuccess: () => notify.done(dry ? "Dry run begun" : "Run begun", "It stands below."),
        onError: (error) => notify.failed("It does not run", error),
      },
    );
};

const callsOf = ({ dailyCalls, callsToday }: ConnectorRecord): string =>
  dailyCalls === null
    ? `${counted(callsToday, "call")} today; the source sets no limit.`
    : `${callsToday} of ${counted(dailyCalls, "call")} today.`;

const sends = ({ kind }: ConnectorRecord): boolean => kind === "list" || kind === "push";

const rightOf = ({ kind, ownerName }: ConnectorRecord): string =>
  kind === "push"
    ? `It takes files while ${ownerName} is a member of the agency.`
    : kind === "list"
      ? `It sends what ${ownerName} may read, while they may.`
      : `It brings in what ${ownerName} may, while they may.`;

const subtitleOf = ({ kind, importerLabel }: ConnectorRecord): string =>
  kind === "push"
    ? "Takes files that are sent from here"
    : kind === "list"
      ? "Sends a list out as CSV"
      : `Brings in ${importerLabel.toLowerCase()}`;

function Source({ connector }: { connector: ConnectorRecord }) {
  const { timeZone } = useAgency();
  const at = (instant: Instant | null, none: string) =>
    instant ? formatInstant(instant, timeZone) : none;
  return (
    <Panel title="Source">
      <div className="grid gap-3">
        <p>{connectorKinds[connector.kind]}</p>
        <p className="mono text-12 break-all">{connector.address}</p>
        <p className="text-13 text-t2">
          {connector.credentialHeader
            ? `Let in by ${connector.credentialHeader}, kept sealed.`
            : "Open: no credential is sent."}
        </p>
        {connector.kind === "list" && (
          <p className="text-13">
            {connector.settings.list.replace("/api/v1/", "")}
            {connector.settings.query && `, where ${connector.settings.query}`}
          </p>
        )}
        <p className="text-13 text-t2">
          {sends(connector) ? "Last sent" : "Data of"} {at(connector.lastOkAt, "no run yet")}.
        </p>
        <p className="text-13 text-t3">
          {scheduleOf(connector)}
          {connector.kind !== "push" && `; next ${at(connector.nextRunAt, "when it is active")}`}.
        </p>
        <p className="text-13 text-t3">{callsOf(connector)}</p>
        {connector.watermark && (
          <p className="text-13 text-t3">
            Read up to <span className="mono">{connector.watermark}</span>.
          </p>
        )}
        <p className="text-13 text-t3">{rightOf(connector)}</p>
      </div>
    </Panel>
  );
}

/** /api-connectors/connectors/:id: one source, its runs, its columns. */
export default function ConnectorPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const run = useRun(id);
  const extra = ({ kind, status }: ConnectorRecord): ExtraAction[] =>
    !can("connector.edit") || status === "retired"
      ? []
      : [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("connectorEdit", { id }),
          },
          {
            label: "Dry run",
            icon: <FlaskConical aria-hidden="true" />,
            onSelect: () => run(true),
          },
          ...(kind !== "push" && (status === "active" || status === "failing")
            ? [
                {
                  label: "Run now",
                  icon: <Play aria-hidden="true" />,
                  onSelect: () => run(false),
                },
              ]
            : []),
        ];
  return (
    <RecordPage<ConnectorRecord>
      path={path}
      id={id}
      lifecycle={connectorCycle}
      title={(connector) => connector.name}
      subtitle={subtitleOf}
      owner={(connector) => connector.ownerName}
      extraActions={extra}
      rail={(connector) => <Source connector={connector} />}
      tabs={[
        {
          id: "runs",
          label: "Runs",
          content: (connector) => <Runs connector={connector} onAccept={() => run(false, true)} />,
        },
        {
          id: "columns",
          label: "Columns",
          count: (connector) => connector.columns.length,
          content: (connector) => <MappingForm key={connector.version} connector={connector} />,
        },
      ]}
    />
  );
}
