import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DraftRow } from "./draft.model.ts";

const left = (line: DraftRow): number => line.pieces - line.made;

/** Makes assets of what came by a receipt: received, at the price of the order. */
export function DraftDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Assets from a receipt"
      description="Each is entered as received, with its price and the day on which it came. Tag and place follow before it goes into service."
      path="/api/v1/asset-drafts"
      submit="Enter them"
      nouns={["assets"]}
      values={{ receiptLineId: "", classId: "", pieces: "1" }}
      onClose={onClose}
      onDone={() => notify.done("Entered", "They stand at the top of the list, as received.")}
    >
      <Combobox<DraftRow>
        name="receiptLineId"
        label="What came"
        required
        path="/api/v1/asset-drafts"
        itemLabel={(line) => line.description}
        itemHint={(line) =>
          `${line.receipt} of ${line.order} · ${formatCents(line.unitCents)} each · ${left(line)} left`
        }
      />
      <Combobox<{ id: string; name: string; code: string }>
        name="classId"
        label="Class"
        required
        path="/api/v1/asset-classes"
        itemLabel={(one) => one.name}
        itemHint={(one) => one.code}
      />
      <QuantityField name="pieces" label="How many" required decimals={0} />
    </PostDialog>
  );
}
