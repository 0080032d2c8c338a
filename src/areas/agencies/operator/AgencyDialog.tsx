import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { stateSentences } from "#kernel/agency-state.ts";
import { stateLabels } from "#areas/organization/organization.public.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useEnterAgency } from "#web/auth/useEnterAgency.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { AgencyStanding } from "./operator.model.ts";
import { StateCourse } from "./StateCourse.tsx";

type Move = AgencyStanding["moves"][number];
const moveLabels: Readonly<Record<Move, { label: string; about: string }>> = {
  restrict: { label: "Make read-only", about: stateSentences.read_only },
  suspend: { label: "Suspend", about: stateSentences.suspended },
  release: { label: "Make active again", about: stateSentences.active },
};

function MoveDialog({
  agency,
  move,
  onClose,
}: {
  agency: AgencyStanding;
  move: Move;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ reason: string }>
      title={`${moveLabels[move].label}: ${agency.name}`}
      description={`${moveLabels[move].about} Its administrators are told your reason.`}
      path={`/api/v1/platform/agencies/${agency.id}/actions/${move}`}
      submit={moveLabels[move].label}
      nouns={["platform-agencies"]}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextArea name="reason" label="Why" rows={3} required maxLength={2000} />
    </PostDialog>
  );
}

function Inside({ agency, until }: { agency: AgencyStanding; until: Instant }) {
  const { timeZone } = useAgency();
  const toAgency = useEnterAgency();
  const enter = async () => {
    if (await toAgency(agency.id)) window.location.assign("/dashboard");
  };
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>{`Its administrator let support in until ${formatInstant(until, timeZone)}.`}</span>
      <button type="button" className="btn btn-small" onClick={() => void enter()}>
        Read there
      </button>
    </p>
  );
}

/** One agency as its operator sees it: its life, the steps that they may take; nothing of its business. */
export function AgencyDialog({
  id,
  supportUntil,
  onClose,
}: {
  id: string;
  supportUntil: Instant | null;
  onClose: () => void;
}) {
  const [move, setMove] = useState<Move | null>(null);
  const { can } = useAuth();
  const standing = useGet<AgencyStanding>("platform-agencies", `/api/v1/platform/agencies/${id}`);
  if (move && standing.data)
    return <MoveDialog agency={standing.data} move={move} onClose={() => setMove(null)} />;
  return (
    <Dialog
      title={standing.data?.name ?? "Agency"}
      className="dialog dialog-wide"
      onClose={onClose}
    >
      {standing.isPending && <RecordSkeleton />}
      {standing.isError && <ErrorPanel error={standing.error} what="The agency" />}
      {standing.data && (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-baseline gap-3">
            <Badge {...stateLabels[standing.data.state]} />
            <span>{stateSentences[standing.data.state]}</span>
          </p>
          {standing.data.stateReason && <p className="text-t2">{standing.data.stateReason}</p>}
          {supportUntil && <Inside agency={standing.data} until={supportUntil} />}
          <StateCourse standing={standing.data} />
          {can("platform.decide") && (
            <p className="flex flex-wrap gap-2">
              {standing.data.moves.map((name) => (
                <button key={name} type="button" className="btn" onClick={() => setMove(name)}>
                  {moveLabels[name].label}
                </button>
              ))}
            </p>
          )}
          {standing.data.operates && (
            <p className="text-13 text-t3">
              This agency runs the installation: it is never made read-only, suspended or deleted.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
