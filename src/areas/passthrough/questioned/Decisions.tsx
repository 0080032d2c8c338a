import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { DateField, MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { DeskReview } from "../desk-review/desk-review.model.ts";

type Line = DeskReview["lines"][number];
type Asked = { line: Line; standing: NonNullable<Line["standing"]> };

function DecideDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const save = useMutationAction("desk-reviews", "subawards");
  return (
    <FormDialog<{ disallowed: number | null; decision: string }>
      title={`Decide ${formatCents(asked.standing.cents)} of ${asked.line.payee}`}
      description="The management decision says what is not allowed and why (2 CFR 200.521). The subrecipient reads it. Until it is taken, the amount is held back."
      defaultValues={{ disallowed: null, decision: "" }}
      submitLabel="Decide"
      onSubmit={async ({ disallowed, decision }) => {
        await save.mutateAsync({
          path: `/api/v1/questioned-costs/${asked.standing.id}/actions/decide`,
          body: { disallowed: disallowed ?? 0, decision },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <MoneyField name="disallowed" label="Not allowed (empty: all of it is allowed)" />
      <TextArea name="decision" label="Reason" required maxLength={4000} />
    </FormDialog>
  );
}

function RecoverDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const save = useMutationAction("desk-reviews", "subawards");
  return (
    <FormDialog<{ recoveredOn: string; recovery: string }>
      title={`${formatCents(asked.standing.disallowed)} came back`}
      description="It is not held back any more."
      defaultValues={{ recoveredOn: "", recovery: "" }}
      submitLabel="Record"
      onSubmit={async (values) => {
        await save.mutateAsync({
          path: `/api/v1/questioned-costs/${asked.standing.id}/actions/recover`,
          body: values,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <DateField name="recoveredOn" label="Came back on" required />
      <TextField
        name="recovery"
        label="How: deposit, or request that was cut"
        required
        maxLength={400}
      />
    </FormDialog>
  );
}

type Props = { review: DeskReview; canDecide: boolean; canEdit: boolean };

/** What is to be decided, or to come back, of the questioned costs of a review. */
export function Decisions({ review, canDecide, canEdit }: Props) {
  const [deciding, setDeciding] = useState<Asked | null>(null);
  const [recovering, setRecovering] = useState<Asked | null>(null);
  const asked = review.lines.flatMap((line) =>
    line.standing ? [{ line, standing: line.standing }] : [],
  );
  const open = asked.filter((a) => a.standing.status === "open");
  const owed = asked.filter((a) => a.standing.status === "disallowed");
  if (open.length + owed.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="text-13 text-t2">
        {open.length > 0 &&
          `${formatCents(open.reduce((n, a) => n + a.standing.cents, 0))} wait for a management decision by somebody who did not do the review (certifier or manager). `}
        {owed.length > 0 &&
          `${formatCents(owed.reduce((n, a) => n + a.standing.disallowed, 0))} are not allowed and did not come back yet.`}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        {canDecide &&
          open.map((a) => (
            <button
              key={a.standing.id}
              type="button"
              className="btn"
              onClick={() => setDeciding(a)}
            >
              Decide {a.line.payee}
            </button>
          ))}
        {canEdit &&
          owed.map((a) => (
            <button
              key={a.standing.id}
              type="button"
              className="btn"
              onClick={() => setRecovering(a)}
            >
              {a.line.payee} gave it back
            </button>
          ))}
      </p>
      {deciding && <DecideDialog asked={deciding} onClose={() => setDeciding(null)} />}
      {recovering && <RecoverDialog asked={recovering} onClose={() => setRecovering(null)} />}
    </div>
  );
}
