import { useState } from "react";
import { formatDate } from "../../../kernel/dates.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { RadioGroup, TextArea } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useMutationAction } from "../../../web/kit/queries.ts";
import { Panel } from "../../../web/kit/states.tsx";
import { Badge } from "../../../web/kit/StatusBadge.tsx";
import { notify } from "../../../web/kit/Toasts.tsx";
import type { RegistrationDetail } from "./registration.model.ts";

type Values = { result: string; note: string };

function CheckDialog({ record, onClose }: { record: RegistrationDetail; onClose: () => void }) {
  const send = useMutationAction("vendor-registrations");
  const submit = async (values: Values) => {
    await send.mutateAsync({ path: `/api/v1/vendor-registrations/${record.id}/actions/check-w9`, body: values, version: record.version });
    notify.done("Comparison kept");
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title="Compare Form W-9" description={`Submitted: ${record.name}, tax number ending in ${record.tinLast4 ?? "—"}. The form is under Documents.`}>
      <Form<Values> formKey={null} defaultValues={{ result: "", note: "" }} submitLabel="Keep the comparison" onCancel={onClose} onSubmit={submit}>
        <RadioGroup name="result" label="Form W-9" required options={[{ value: "agrees", label: "Agrees", hint: "Signed, and name and number are those submitted." }, { value: "differs", label: "Does not agree", hint: "It cannot be accepted; return it with what is wrong." }]} />
        <TextArea name="note" label="How it was checked" hint="Such as the answer of the tax service's TIN matching" rows={3} maxLength={1000} />
      </Form>
    </Dialog>
  );
}

/** Whether somebody has compared Form W-9 with what was submitted, and with what result. */
export function W9Panel({ record }: { record: RegistrationDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState(false), waits = record.status === "submitted" || record.status === "screening";
  if (!record.documents.some((d) => d.kind === "w9")) return null;
  return (
    <Panel title="Form W-9" aside={record.w9 ? <Badge tone={record.w9.result === "agrees" ? "success" : "danger"} label={record.w9.result === "agrees" ? "Agrees" : "Does not agree"} /> : <Badge tone="warning" label="Not compared yet" />}>
      {record.w9 ? <p className="text-t2">{record.w9.checker ?? "A former member"}, {formatDate(record.w9.at)}{record.w9.note && `: ${record.w9.note}`}</p> : <p className="text-t2">Compare name, number and signature with what was submitted.</p>}
      {waits && can("vendor.register") && <button type="button" className="btn btn-small mt-3" onClick={() => setOpen(true)}>{record.w9 ? "Compare again" : "Record the comparison"}</button>}
      {open && <CheckDialog record={record} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
