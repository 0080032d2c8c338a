import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { whoseCauses, type WhoseCause } from "./extension.labels.ts";
import type { SlipAnswer } from "./extension.model.ts";
import { effectOf, finishMoved, unexplainedSaid } from "./words.ts";

type Values = {
  contractId: string;
  title: string;
  reason: string;
  days: string;
  whose: (WhoseCause | "")[];
};
type Asking = {
  /** Where the slip is read, and where it is asked. */
  slipPath: string;
  path: string;
  nouns: readonly string[];
  /** Whether changes are opened from here: staff reads them, a contractor elsewhere. */
  opens: boolean;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
};

const whose = Object.entries(whoseCauses).map(([value, { label }]) => ({ value, label }));

function Causes({ slip }: { slip: SlipAnswer }) {
  return slip.movers.map((mover, at) => (
    <SelectField
      key={mover.key}
      name={`whose.${at}`}
      label={`Whose cause: ${mover.name}`}
      hint={`${mover.says} ${effectOf(mover)}`}
      required
      options={whose}
    />
  ));
}

function AskForm({
  slip,
  opens: _opens,
  slipPath: _slipPath,
  ...asked
}: Asking & { slip: SlipAnswer }) {
  const { before, after, movers, contracts } = slip;
  return (
    <PostDialog<Values>
      title="Ask for more time"
      description={`${finishMoved(slip)} ${unexplainedSaid(slip.unexplained)} It is judged, priced, approved and signed as every change order of the contract.`}
      submit="Ask for these days"
      values={{
        contractId: contracts[0]?.id ?? "",
        title: slip.title,
        reason: slip.reason,
        days: String(slip.days - slip.unexplained),
        whose: movers.map(() => ""),
      }}
      bodyOf={({ days, whose: given, ...head }) => ({
        ...head,
        before: before.name,
        after: after.name,
        days: Number(days),
        causes: movers.map(({ key }, at) => ({ key, whose: given[at] })),
      })}
      {...asked}
    >
      <SelectField
        name="contractId"
        label="Contract"
        required
        options={contracts.map(({ id, label }) => ({ value: id, label }))}
      />
      <Causes slip={slip} />
      <FormRow>
        <TextField
          name="days"
          label="Calendar days"
          hint="No more than the causes gave that are not the contractor's own."
          required
        />
        <TextField name="title" label="What is asked" required maxLength={200} />
      </FormRow>
      <TextArea name="reason" label="Why" required rows={6} maxLength={4000} />
    </PostDialog>
  );
}

const whyNot = ({ closed, days, movers, contracts }: SlipAnswer): string | null => {
  if (closed) return closed;
  if (days <= 0) return "Between these two states the finish did not move to a later day.";
  if (movers.length === 0) return "No single change moved the finish, so no days are asked for it.";
  return contracts.length === 0 ? "No contract of this project is in force." : null;
};

function Nothing({
  slip,
  opens,
  onClose,
}: {
  slip: SlipAnswer;
  opens: boolean;
  onClose: () => void;
}) {
  const [asked] = slip.asked;
  return (
    <Dialog title="Ask for more time" onClose={onClose}>
      {asked ? (
        <p>
          {opens ? (
            <Link className="mono" to={pathTo("changeOrder", { id: asked.id })}>
              {asked.number}
            </Link>
          ) : (
            <span className="mono">{asked.number}</span>
          )}{" "}
          asks for these days already.
        </p>
      ) : (
        <p>{whyNot(slip)}</p>
      )}
    </Dialog>
  );
}

/** Asks an extension of time for what moved between two states: each cause, whose it is, the days. */
export function AskExtension(asking: Asking) {
  const { slipPath, opens, onClose } = asking;
  const { data: slip, error } = useGet<SlipAnswer>("schedules", slipPath);
  if (slip && slip.asked.length === 0 && whyNot(slip) === null)
    return <AskForm slip={slip} {...asking} />;
  if (slip) return <Nothing slip={slip} opens={opens} onClose={onClose} />;
  return (
    <Dialog title="Ask for more time" onClose={onClose}>
      {error ? <ErrorPanel error={error} what="The slip" /> : <TableSkeleton columns={2} />}
    </Dialog>
  );
}
