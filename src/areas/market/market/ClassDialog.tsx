import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** Names the classes under which others buy a commodity. */
export function ClassDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const act = useMutationAction("market-prices");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Compare with a class of theirs"
      description="Other agencies classify otherwise. Every line whose code begins like this counts for your commodity."
    >
      <Form<{ scheme: string; prefix: string }>
        formKey={null}
        defaultValues={{ scheme: "CPV", prefix: "" }}
        submitLabel="Compare"
        onCancel={onClose}
        onSubmit={async (v) => {
          await act.mutateAsync({
            path: "/api/v1/market-classes",
            body: { ...v, commodityCode: code },
          });
          notify.done("Compared from now on");
          onClose();
        }}
      >
        <FormRow>
          <TextField
            name="scheme"
            label="Scheme"
            hint="CPV, UNSPSC, ДК021"
            required
            maxLength={40}
          />
          <TextField name="prefix" label="Code begins with" required maxLength={40} />
        </FormRow>
      </Form>
    </Dialog>
  );
}
