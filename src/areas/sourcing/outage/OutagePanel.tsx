import { CalendarClock, LockOpen } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { OpeningState } from "../opening/opening.model.ts";
import type { OutageRow } from "./outage.model.ts";
import type { OutageAct } from "./OutageDialog.tsx";

const OutageDialog = dialogOnDemand(async () => (await import("./OutageDialog.tsx")).OutageDialog);

/** The two ways on after an outage before a deadline, each with its dialog; `path` is the record's. */
export function OutageDecision({ path, onDone }: { path: string; onDone?: () => void }) {
  const [act, setAct] = useState<OutageAct | null>(null);
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => setAct("extend")}>
          <CalendarClock aria-hidden="true" />
          Extend the deadline
        </button>
        <button type="button" className="btn" onClick={() => setAct("open")}>
          <LockOpen aria-hidden="true" />
          Open without extending
        </button>
      </p>
      {act && (
        <OutageDialog
          act={act}
          path={path}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

/** Why the opening waits after an outage, and the two ways on. */
export function OutagePanel({
  outage,
  solicitationId,
  onChanged,
}: {
  outage: OutageRow;
  solicitationId: string;
  onChanged: () => void;
}) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  return (
    <Panel title="Levee could not be reached before the deadline">
      <p role="status" className="mb-4">
        Nobody could reach Levee from {formatInstant(outage.awayFrom, timeZone)} to{" "}
        {formatInstant(outage.awayUntil, timeZone)}; answers were due{" "}
        {formatInstant(outage.dueAt, timeZone)}. By your agency&rsquo;s rule an outage within{" "}
        {outage.minutes} minutes before that holds the opening: nothing opens by itself.
      </p>
      {can("solicitation.publish") ? (
        <OutageDecision path={`/api/v1/solicitations/${solicitationId}`} onDone={onChanged} />
      ) : (
        <p className="text-t2">
          Its buyer or a manager extends the deadline, or lets it be opened.
        </p>
      )}
    </Panel>
  );
}

/** On the solicitation's own page: that its opening waits after an outage, and where to decide. */
export function OutageNotice({ solicitationId }: { solicitationId: string }) {
  const { timeZone } = useAgency();
  const opening = useGet<Pick<OpeningState, "outage">>(
    "opening",
    `/api/v1/solicitations/${encodeURIComponent(solicitationId)}/opening`,
  );
  const outage = opening.data?.outage;
  if (!outage) return null;
  return (
    <Panel title="Waits for a decision">
      <p>
        Nobody could reach Levee from {formatInstant(outage.awayFrom, timeZone)} to{" "}
        {formatInstant(outage.awayUntil, timeZone)}, shortly before answers were due: nothing opens
        by itself.
      </p>
      <p className="mt-3">
        <Link className="btn btn-primary" to={pathTo("opening", { id: solicitationId })}>
          Extend, or open
        </Link>
      </p>
    </Panel>
  );
}
