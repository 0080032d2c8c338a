import { formatCents } from "#kernel/money.ts";
import { DateField, MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { conditionScales } from "./asset.labels.ts";
import type { AssetDetail } from "./asset.model.ts";

type Props = { asset: AssetDetail; onClose: () => void };

/** Writes down a condition, in the scale of the asset's class. */
export function ConditionDialog({ asset, onClose }: Props) {
  const act = useMutationAction("assets");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Condition of ${asset.number}`}
      description={`In the scale of its class: ${conditionScales[asset.scale].label}.`}
    >
      <Form<{ readOn: string; value: string; note: string }>
        formKey={null}
        defaultValues={{ readOn: "", value: "", note: "" }}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          await act.mutateAsync({ path: `/api/v1/assets/${asset.id}/conditions`, body: values });
          notify.done("Saved", asset.number);
          onClose();
        }}
      >
        <DateField name="readOn" label="Read on" required />
        <TextField name="value" label="Value" required />
        <TextArea name="note" label="What was seen" rows={2} maxLength={1000} />
      </Form>
    </Dialog>
  );
}

/** Disposes of a retired asset; it cannot be taken back. */
export function DisposeDialog({ asset, onClose }: Props) {
  const act = useMutationAction("assets");
  const book = asset.book ? ` Its book value today is ${formatCents(asset.book.bookCents)}.` : "";
  const federal =
    Number(asset.federalPercent) > 0
      ? ` ${Number(asset.federalPercent)} % of it is federal: follow the award's instructions. 2 CFR 200.313(e)`
      : "";
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Dispose of ${asset.number}`}
      description={`This cannot be taken back.${book}${federal}`}
    >
      <Form<{ disposedOn: string; disposalCents: number | null; reason: string }>
        formKey={null}
        defaultValues={{ disposedOn: "", disposalCents: null, reason: "" }}
        submitLabel="Dispose of it"
        onCancel={onClose}
        onSubmit={async (values) => {
          await act.mutateAsync({
            path: `/api/v1/assets/${asset.id}/actions/dispose`,
            body: { ...values, disposalCents: values.disposalCents ?? 0 },
            version: asset.version,
          });
          notify.done("Disposed of", asset.number);
          onClose();
        }}
      >
        <DateField name="disposedOn" label="On" required />
        <MoneyField name="disposalCents" label="What came in for it" />
        <TextArea name="reason" label="How and to whom" required rows={3} maxLength={2000} />
      </Form>
    </Dialog>
  );
}
