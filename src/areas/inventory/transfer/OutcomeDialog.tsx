import { shownDecimal } from "#kernel/quantity.ts";
import { QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { TransferDetail, TransferLine } from "./transfer.model.ts";

/** Steps that say of each line how much. */
export type OutcomeAction = "arrive" | "found" | "writeOff" | "approveLoss";

const said: Readonly<Record<OutcomeAction, { title: string; text: string; submit: string }>> = {
  arrive: {
    title: "Record arrival",
    text: "Count each line. What you leave empty did not arrive: it stays on the way and belongs to the sender.",
    submit: "Record",
  },
  found: {
    title: "Found back",
    text: "What never left, or came back, lies again where it was taken from.",
    submit: "Book it",
  },
  writeOff: {
    title: "Write off what lacks",
    text: "It leaves the stock with its value, as far as the agency’s tolerance goes.",
    submit: "Write off",
  },
  approveLoss: {
    title: "Approve the loss",
    text: "It leaves the stock with its value, beyond the tolerance too.",
    submit: "Approve",
  },
};

type Values = { counts: { lineId: string; quantity: string }[]; reason: string };

const named = ({ name, lot }: TransferLine): string => (lot ? `${name}, lot ${lot}` : name);

/** How much of each line arrived, was found back or is lost. */
export function OutcomeDialog({
  transfer,
  action,
  onClose,
}: {
  transfer: TransferDetail;
  action: OutcomeAction;
  onClose: () => void;
}) {
  const open = transfer.lines.filter((line) => line.open !== "0");
  const { title, text, submit } = said[action];
  return (
    <PostDialog<Values>
      title={title}
      description={text}
      path={`/api/v1/stock-transfers/${transfer.id}/actions/${action}`}
      submit={submit}
      nouns={["stock-transfers", "stock-movements", "stock-items", "stock-lots"]}
      version={transfer.version}
      values={{ counts: open.map(({ id }) => ({ lineId: id, quantity: "" })), reason: "" }}
      bodyOf={({ counts, reason }) => ({
        counts: counts.map((line) => ({ ...line, quantity: line.quantity || "0" })),
        ...(action === "arrive" ? {} : { reason }),
      })}
      onClose={onClose}
    >
      {open.map((line, at) => (
        <QuantityField
          key={line.id}
          name={`counts.${at}.quantity`}
          label={named(line)}
          hint={`${shownDecimal(line.open)} ${line.unit} on the way`}
          unit={line.unit}
        />
      ))}
      {action !== "arrive" && <TextField name="reason" label="Why" required maxLength={500} />}
    </PostDialog>
  );
}
