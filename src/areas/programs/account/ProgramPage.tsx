import { KeyRound, Pencil } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Calls } from "../key/Calls.tsx";
import { KeyList } from "../key/KeyList.tsx";
import { programCycle } from "./program.labels.ts";
import type { ProgramRecord } from "./program.model.ts";
import { ScopeList } from "./ScopeList.tsx";

const KeyDialog = dialogOnDemand(async () => (await import("../key/KeyDialog.tsx")).KeyDialog);

const goodOf = ({ keyList }: ProgramRecord) => keyList.filter((key) => key.good).length;

const whyNoKey = (program: ProgramRecord): string | null =>
  !program.mine
    ? `${program.ownerName} answers for this program and makes its keys.`
    : goodOf(program) >= 2
      ? "Two keys are good already. Revoke the one that is not used first."
      : null;

function About({ program }: { program: ProgramRecord }) {
  return (
    <Panel title="Who answers for it">
      <div className="grid gap-3">
        <p>
          {program.ownerName}
          {program.mine && " (you)"}
        </p>
        {!program.ownerActive && program.status !== "ended" && (
          <p className="notice tone-warning">
            No member of the agency now: its keys open nothing. Name somebody else.
          </p>
        )}
        {program.pausedReason && <p className="notice tone-warning">{program.pausedReason}</p>}
        <p className="text-13 text-t3">
          What it creates counts as {program.mine ? "yours" : "theirs"}: the history names both, and
          nobody approves what their own program drafted.
        </p>
        <p className="text-13 text-t3">Works until {formatDate(program.endsOn)}.</p>
      </div>
    </Panel>
  );
}

/** /api-connectors/programs/:id: one program, its keys, what it may do, what it called. */
export default function ProgramPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const extra = (program: ProgramRecord): ExtraAction[] =>
    program.status === "ended"
      ? []
      : [
          ...(can("program.edit")
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  to: pathTo("programEdit", { id }),
                },
              ]
            : []),
          ...(program.status === "active"
            ? [
                {
                  label: "New key",
                  icon: <KeyRound aria-hidden="true" />,
                  tone: "primary" as const,
                  reason: whyNoKey(program),
                  onSelect: () => setAdding(true),
                },
              ]
            : []),
        ];
  return (
    <>
      <RecordPage<ProgramRecord>
        path="/api/v1/programs"
        id={id}
        lifecycle={programCycle}
        title={(program) => program.name}
        subtitle={(program) => program.purpose}
        owner={(program) => program.ownerName}
        extraActions={extra}
        rail={(program) => <About program={program} />}
        tabs={[
          {
            id: "keys",
            label: "Keys",
            count: goodOf,
            content: (program) => <KeyList program={program} />,
          },
          {
            id: "scopes",
            label: "What it may do",
            count: (program) => program.scopes.length,
            content: (program) => <ScopeList program={program} />,
          },
          { id: "calls", label: "Calls", content: (program) => <Calls programId={program.id} /> },
        ]}
      />
      {adding && <KeyDialog programId={id} onClose={() => setAdding(false)} />}
    </>
  );
}
