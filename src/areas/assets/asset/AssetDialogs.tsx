import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  MoneyField,
  QuantityField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { conditionScales } from "./asset.labels.ts";
import type { AssetDetail } from "./asset.model.ts";

type Props = { asset: AssetDetail; onClose: () => void };

/** Writes down a condition, in the scale of the asset's class. */
export function ConditionDialog({ asset, onClose }: Props) {
  const act = useMutationAction("assets");
  return (
    <FormDialog<{ readOn: string; value: string; note: string }>
      title={`Condition of ${asset.number}`}
      description={`In the scale of its class: ${conditionScales[asset.scale].label}.`}
      defaultValues={{ readOn: "", value: "", note: "" }}
      submitLabel="Save"
      onSubmit={async (values) => {
        await act.mutateAsync({ path: `/api/v1/assets/${asset.id}/conditions`, body: values });
        notify.done("Saved", asset.number);
        onClose();
      }}
      onClose={onClose}
    >
      <DateField name="readOn" label="Read on" required />
      <TextField name="value" label="Value" required />
      <TextArea name="note" label="What was seen" rows={2} maxLength={1000} />
    </FormDialog>
  );
}

/** Disposes of a retired asset; it cannot be taken back. */
export function DisposeDialog({ asset, onClose }: Props) {
  const act = useMutationAction("assets");
  const book = asset.book ? ` Its book value today is ${formatCents(asset.book.bookCents)}.` : "";
  const d = asset.disposalShown;
  const federal = d && Number(asset.federalPercent) > 0 ? ` ${d.because} ${d.citation}` : "";
  return (
    <FormDialog<{ disposedOn: string; disposalCents: number | null; reason: string }>
      title={`Dispose of ${asset.number}`}
      description={`This cannot be taken back.${book}${federal}`}
      defaultValues={{ disposedOn: "", disposalCents: null, reason: "" }}
      submitLabel="Dispose of it"
      onSubmit={async (values) => {
        await act.mutateAsync({
          path: `/api/v1/assets/${asset.id}/actions/dispose`,
          body: { ...values, disposalCents: values.disposalCents ?? 0 },
          version: asset.version,
        });
        notify.done("Disposed of", asset.number);
        onClose();
      }}
      onClose={onClose}
    >
      <DateField name="disposedOn" label="On" required />
      <MoneyField name="disposalCents" label="Proceeds" />
      <ReasonField label="Method and recipient" />
    </FormDialog>
  );
}

/** Puts an improvement into the book: an amount, or the posted invoices of a work order. */
export function ImproveDialog({ asset, onClose }: Props) {
  return (
    <PostDialog
      title={`Put an improvement into ${asset.number}`}
      description="From its day on the asset costs more; what is left is depreciated over the months that are left. It cannot be taken back."
      path={`/api/v1/assets/${asset.id}/improvements`}
      submit="Save improvement"
      nouns={["assets"]}
      values={{
        onDay: "",
        workOrderId: null as string | null,
        cents: null as number | null,
        lifeMonths: "",
        description: "",
      }}
      onClose={onClose}
    >
      <TextField name="description" label="Improvement" required maxLength={500} />
      <DateField name="onDay" label="On" required />
      <Combobox<{ id: string; title: string; number: string }>
        name="workOrderId"
        label="Work order"
        hint="Its posted invoices are the amount. Or enter the amount below."
        path="/api/v1/work-orders"
        query={`assetId=${asset.id}`}
        itemLabel={(w) => w.title}
        itemHint={(w) => w.number}
      />
      <MoneyField name="cents" label="Amount" />
      <QuantityField
        name="lifeMonths"
        label="New useful life, from its first day in service"
        unit="months"
        decimals={0}
      />
    </PostDialog>
  );
}
