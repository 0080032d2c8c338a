import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { ProgramDetail, Reviewer } from "../program/program.model.ts";

const standing = (r: Reviewer) =>
  r.recused
    ? ({ tone: "danger", label: "Recused" } as const)
    : r.handedIn
      ? ({ tone: "success", label: "Submitted" } as const)
      : r.declared
        ? ({ tone: "progress", label: "Declared" } as const)
        : ({ tone: "neutral", label: "Asked" } as const);

function AddDialog({ programId, onClose }: { programId: string; onClose: () => void }) {
  const save = useMutationAction("grant-programs");
  return (
    <FormDialog<{ personId: string | null }>
      title="Ask somebody to review"
      description="Somebody with the duty Program reviewer, who declares every interest before the first score."
      defaultValues={{ personId: null }}
      submitLabel="Ask"
      onSubmit={async (body) => {
        await save.mutateAsync({ path: `/api/v1/grant-programs/${programId}/reviewers`, body });
        onClose();
      }}
      onClose={onClose}
    >
      <Combobox<{ id: string; name: string; email: string }>
        name="personId"
        label="Person"
        required
        path="/api/v1/members"
        query="may=grantProgram.review"
        itemLabel={(p) => p.name}
        itemHint={(p) => p.email}
      />
    </FormDialog>
  );
}

/** Who reviews a program, and how far each of them is; never what they gave. */
export function Reviewers({ program: p }: { program: ProgramDetail }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const joins = ["draft", "open", "scoring"].includes(p.status) && can("grantProgram.decide");
  return (
    <Panel title="Reviewers">
      {p.reviewers.length === 0 && <p className="text-t2">Nobody is asked yet.</p>}
      <ul className="grid gap-2">
        {p.reviewers.map((r) => (
          <li key={r.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              {r.name}
              {!r.recused && r.conflicts > 0 && (
                <span className="block text-12 text-t3">
                  Does not score {counted(r.conflicts, "application")}: an interest is declared
                </span>
              )}
              {r.recusalReason && <span className="block text-12 text-t3">{r.recusalReason}</span>}
            </span>
            <Badge {...standing(r)} />
          </li>
        ))}
      </ul>
      {joins && (
        <button type="button" className="btn btn-small mt-3" onClick={() => setAdding(true)}>
          Add a reviewer
        </button>
      )}
      {adding && <AddDialog programId={p.id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
