import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { DateField, FormRow, TextField } from "../../../web/kit/form/fields.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { fiscalYearDays } from "./fiscal-year.model.ts";

type Values = { year: string; startsOn: string; endsOn: string };

/** Opens a fiscal year with its days. */
export function YearDialog({ next, onClose }: { next: number; onClose: () => void }) {
  const { me } = useAuth();
  const month = me?.org?.fiscalYearStartMonth ?? 7;
  const send = useMutationAction("fiscal-years", "budget-lines");
  const save = async (values: Values) => {
    await send.mutateAsync({ path: "/api/v1/fiscal-years", body: values });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title="Open a fiscal year">
      <Form<Values> formKey={null} defaultValues={{ year: String(next), ...fiscalYearDays(next, month) }} submitLabel="Open the year" onCancel={onClose} onSubmit={save}>
        <TextField name="year" label="Fiscal year" hint="Named after the calendar year in which it ends." required maxLength={4} />
        <FormRow><DateField name="startsOn" label="First day" required /><DateField name="endsOn" label="Last day" required /></FormRow>
      </Form>
    </Dialog>
  );
}
