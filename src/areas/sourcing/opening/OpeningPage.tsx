import { Download, LockOpen, Printer, Send, UserPlus } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { protectionTexts } from "../bid/bid.labels.ts";
import { solicitationStatuses } from "../solicitation/solicitation.labels.ts";
import { OutagePanel } from "../outage/OutagePanel.tsx";
import { HandoverPanel } from "./HandoverPanel.tsx";
import { giveWith } from "./officer-session.ts";
import { OfficersPanel } from "./OfficersPanel.tsx";
import { stageLabels } from "./opening.labels.ts";
import type { OpeningState } from "./opening.model.ts";
import { Tabulation } from "./Tabulation.tsx";
import { Unlock } from "./Unlock.tsx";

type Props = { state: OpeningState; onChanged: () => void };
const useAct = (solicitationId: string, onChanged: () => void) => {
  const act = useMutationAction("opening", "solicitations");
  return {
    busy: act.isPending,
    run: (action: string, done?: string) =>
      act.mutate(
        { path: `/api/v1/solicitations/${solicitationId}/opening/actions/${action}` },
        {
          onSuccess: () => {
            if (done) notify.done(done);
            onChanged();
          },
          onError: (error) => notify.failed("That was refused", error),
        },
      ),
  };
};

function Officers({ state }: { state: OpeningState }) {
  if (state.protection === "held")
    return (
      <Panel title={protectionTexts.held.title}>
        <p>{protectionTexts.held.against}</p>
        <p className="mt-2 text-t2">
          The quotes open by themselves within a minute of the deadline.
        </p>
      </Panel>
    );
  return (
    <Panel title="Officers" flush>
      <ul>
        {state.officers.map((each) => (
          <li key={each.x} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
            <span className="flex flex-wrap items-center gap-3">
              <span className="font-medium">{each.escrow ? each.label : each.name}</span>
              {each.given > 0 ? (
                <Badge
                  tone={each.wrong ? "danger" : "success"}
                  label={`${counted(each.given, "share")}${each.wrong ? `, ${each.wrong} wrong` : ""}`}
                />
              ) : (
                <Badge
                  tone={each.present ? "progress" : "neutral"}
                  label={each.present ? "Present" : each.escrow ? "In the safe" : "Not here"}
                />
              )}
            </span>
            <span className="mono text-12 break-words text-t3">{each.fingerprint}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Present({ state }: { state: OpeningState }) {
  const { timeZone } = useAgency();
  if (state.present.length === 0) return null;
  return (
    <Panel title="Present" flush>
      <ul>
        {state.present.map((each) => (
          <li
            key={each.name + each.at}
            className="flex justify-between gap-3 border-b border-hair px-4 py-2 last:border-0"
          >
            <span>
              {each.name}
              {each.officer && <span className="text-t3"> · officer</span>}
            </span>
            <span className="text-13 text-t3">{formatInstant(each.at, timeZone)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Ceremony({ state, onChanged }: Props) {
  const { me, can } = useAuth();
  const { busy, run } = useAct(state.solicitationId, onChanged);
  const here = state.present.some((each) => each.name === me?.person.displayName);
  const mine = state.officers.find((each) => each.mine);
  const places = state.officers.filter((each) => (each.mine || each.escrow) && each.given === 0);
  return (
    <Panel
      title={`${stageLabels[state.stage]} of ${state.number}`}
      aside={state.expected === null ? null : `${state.expected} received`}
    >
      <div className="grid gap-4">
        {!here && can("bid.open") && (
          <div>
            <button
              type="button"
              className="btn btn-primary"
              disabled={busy}
              onClick={() => run("join")}
            >
              <UserPlus aria-hidden="true" />
              Take part in the opening
            </button>
          </div>
        )}
        {here && places.length > 0 && (state.expected ?? 0) > 0 && (
          <Unlock
            places={places}
            label="Give my shares"
            onKey={async (key) => {
              const { taken, wrong } = await giveWith(state.solicitationId, key, () => {});
              if (wrong)
                notify.info(
                  "Shares given",
                  `${wrong} of ${taken + wrong} did not fit and are on record.`,
                );
              onChanged();
            }}
          />
        )}
        {mine && mine.given > 0 && (
          <p className="text-success">Your {counted(mine.given, "share is", "shares are")} in.</p>
        )}
        <p role="status" className="text-t2">
          {state.ready
            ? "Everything is here. Opening shows every bid to everybody present, in the order in which they were received."
            : (state.blocked ?? "The opening begins when somebody takes part.")}
        </p>
        {here && can("bid.open") && (
          <div>
            <button
              type="button"
              className="btn btn-primary"
              disabled={!state.ready || busy}
              onClick={() => run("open")}
            >
              <LockOpen aria-hidden="true" />
              Open the bids
            </button>
          </div>
        )}
      </div>
    </Panel>
  );
}

/**
 * Envelopes on their way; should the work have stopped (a key store that did not answer), it goes
 * on from where it was.
 */
function Running({ state, onChanged }: Props) {
  const { can } = useAuth();
  const { busy, run } = useAct(state.solicitationId, onChanged);
  return (
    <Panel title="Opening" flush>
      <div className="flex flex-wrap items-center gap-3 p-4">
        <p role="status" className="min-w-0 flex-1 text-t2">
          The envelopes are being opened: {state.rows.length} of {state.expected ?? "?"}.
        </p>
        {can("bid.open") && (
          <button
            type="button"
            className="btn btn-small"
            disabled={busy}
            onClick={() => run("open")}
          >
            Go on
          </button>
        )}
      </div>
      {state.rows.length > 0 && (
        <Tabulation rows={state.rows} priced={state.stage !== "technical"} />
      )}
    </Panel>
  );
}

function Done({ state, onChanged }: Props) {
  const { can } = useAuth();
  const { busy, run } = useAct(state.solicitationId, onChanged);
  const { timeZone } = useAgency();
  const failed = state.rows.filter((row) => row.outcome === "failed").length;
  return (
    <Panel
      title={`${stageLabels[state.stage]}, opened`}
      aside={state.minutes && formatInstant(state.minutes.doneAt, timeZone)}
      flush
    >
      <div className="flex flex-wrap gap-2 border-b border-hair p-4">
        <Link className="btn" to={pathTo("openingMinutes", { id: state.solicitationId })}>
          <Printer aria-hidden="true" />
          Minutes
        </Link>
        {can("bid.open") && (
          <button
            type="button"
            className="btn"
            onClick={() =>
              void download(
                `/api/v1/solicitations/${state.solicitationId}/opening/${state.stage}/transcript`,
              ).catch((error: unknown) => notify.failed("No transcript", error))
            }
          >
            <Download aria-hidden="true" />
            Transcript for auditors
          </button>
        )}
        {can("bid.open") &&
          (state.tabulationPublishedAt ? (
            <span className="self-center text-13 text-t3">
              Tabulation published {formatInstant(state.tabulationPublishedAt, timeZone)}
            </span>
          ) : (
            <button
              type="button"
              className="btn btn-primary"
              disabled={busy}
              onClick={() => run("publish-tabulation", "Tabulation published")}
            >
              <Send aria-hidden="true" />
              Publish the tabulation
            </button>
          ))}
      </div>
      {state.rows.length === 0 ? (
        <EmptyState kind="no-results" title="No bid was received">
          The minutes say so.
        </EmptyState>
      ) : (
        <Tabulation rows={state.rows} priced={state.stage !== "technical"} />
      )}
      {failed > 0 && (
        <p className="p-4 text-danger">
          {failed} did not open and {failed === 1 ? "is" : "are"} out. The transcript says whose
          share or seal was wrong.
        </p>
      )}
    </Panel>
  );
}

function Stage(props: Props) {
  const { state } = props;
  const past = state.expected !== null;
  if (["draft", "review"].includes(state.status))
    return <OfficersPanel solicitationId={state.solicitationId} />;
  if (state.state === "done") return <Done {...props} />;
  if (state.state === "opening") return <Running {...props} />;
  if (state.outage)
    return (
      <OutagePanel
        outage={state.outage}
        solicitationId={state.solicitationId}
        onChanged={props.onChanged}
      />
    );
  if (!past)
    return (
      <Panel title="Under seal">
        <EmptyState kind="no-access" title="Nobody can open before the deadline">
          How many bids there are, and whose, is shown to nobody until then.
        </EmptyState>
      </Panel>
    );
  if (state.protection === "held")
    return (
      <Panel title="Opening">
        <p role="status" className="text-t2">
          The quotes are opened within a minute.
        </p>
      </Panel>
    );
  return <Ceremony {...props} />;
}

/**
 * /solicitations/:id/opening: officers are named and rehearse, hand over, and at the deadline open
 * the bids, in front of everybody who takes part.
 */
export default function OpeningPage() {
  const { id = "" } = useParams();
  const opening = useGet<OpeningState>(
    "opening",
    `/api/v1/solicitations/${encodeURIComponent(id)}/opening`,
  );
  const again = () => void opening.refetch();
  if (opening.isPending) return <RecordSkeleton />;
  if (!opening.data) return <ErrorPanel error={opening.error} what="The opening" onRetry={again} />;
  const state = opening.data;
  const named = state.status !== "draft" && state.status !== "review";
  const done = state.state === "done";
  return (
    <div className="grid min-w-0 gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-3">
          <Link className="plate-number" to={pathTo("solicitation", { id: state.solicitationId })}>
            {state.number}
          </Link>
          <StatusBadge statuses={solicitationStatuses} status={state.status} />
          <DeadlineClock deadline={state.dueAt} label="Due" done={state.expected !== null} />
        </p>
        <h1 className="mt-1">{state.title}</h1>
      </div>
      <div className={done ? "stack" : "record-body !mt-0"} data-rail="true">
        <div className="stack min-w-0">
          <Stage state={state} onChanged={again} />
        </div>
        <div className={done ? "grid items-start gap-4 md:grid-cols-2" : "stack"}>
          {named && <Officers state={state} />}
          {named && state.protection === "sealed" && state.state === "waiting" && (
            <HandoverPanel state={state} onChanged={again} />
          )}
          <Present state={state} />
        </div>
      </div>
    </div>
  );
}
