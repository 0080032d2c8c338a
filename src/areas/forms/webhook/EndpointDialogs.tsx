import type { EndpointRow, ShownSecret } from "#kernel/webhook.model.ts";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { DateField, FormRow, RadioGroup } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
import { endpointPath, useEndpointSteps } from "./endpointSteps.ts";

/** Which question is open. */
export type Asked =
  | { what: "new" }
  | { what: "secret"; secret: ShownSecret }
  | { what: "change" | "replay" | "end" | "disable"; endpoint: EndpointRow };

const copied = (secret: string) =>
  void navigator.clipboard
    .writeText(secret)
    .then(() => notify.done("Copied!", "Secret copied to clipboard"));

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="The secret of this endpoint"
      description="It is shown once. Give it to whoever runs the receiver; with it they verify what comes."
    >
      <label className="field">
        <span className="label">Secret</span>
        <span className="flex gap-2">
          <input className="field-control mono" readOnly value={secret} />
          <button type="button" className="btn" onClick={() => copied(secret)}>
            Copy
          </button>
        </span>
      </label>
    </Dialog>
  );
}

type Period = { from: string; to: string; which: "ended" | "all" };
const choices = [
  { value: "ended", label: "What failed or was cancelled, and was not delivered since" },
  { value: "all", label: "Everything" },
];

function Replay({ endpoint, onClose }: { endpoint: EndpointRow; onClose: () => void }) {
  const send = useMutationAction<{ queued: number }>("webhook-deliveries", "webhook-endpoints");
  const submit = async (body: Period) => {
    const { queued } = await send.mutateAsync({
      path: `${endpointPath}/${endpoint.id}/actions/replay`,
      body,
    });
    notify.done(
      `${queued} queued`,
      "Each goes out under its own webhook-id, marked as sent again.",
    );
    onClose();
  };
  return (
    <FormDialog<Period>
      title="Send a period again"
      description="Receivers take a message that they have already by its webhook-id only once."
      defaultValues={{ from: "", to: "", which: "ended" }}
      submitLabel="Send again"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="from" label="First day" required />
        <DateField name="to" label="Last day" required />
      </FormRow>
      <RadioGroup name="which" label="Which messages" options={choices} />
    </FormDialog>
  );
}

function Disable({ endpoint, onClose }: { endpoint: EndpointRow; onClose: () => void }) {
  const change = useMutationAction("webhook-endpoints", "webhook-deliveries");
  const run = (reason: string) =>
    change.mutate(
      {
        path: `${endpointPath}/${endpoint.id}/actions/disable`,
        body: { reason },
        version: endpoint.version,
      },
      {
        onSuccess: () => notify.done("Disabled", endpoint.address),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: onClose,
      },
    );
  return (
    <TextDialog
      title="Disable this endpoint?"
      hint={`${endpoint.waiting} waiting for it are cancelled. They can be sent again once it is enabled.`}
      label="Why"
      confirm="Disable"
      onClose={onClose}
      onConfirm={run}
    />
  );
}

function EndOld({ endpoint, onClose }: { endpoint: EndpointRow; onClose: () => void }) {
  const step = useEndpointSteps(endpoint, () => {});
  return (
    <ConfirmDialog
      title="End the old secret?"
      description="A receiver that still verifies with it takes nothing more from here."
      confirm="End the old secret"
      onClose={onClose}
      onConfirm={() => {
        step.end();
        onClose();
      }}
    />
  );
}

/** The questions of the tab Webhooks, one at a time. */
export function EndpointDialogs({
  asked,
  onSecret,
  onClose,
}: {
  asked: Asked;
  onSecret: (secret: ShownSecret) => void;
  onClose: () => void;
}) {
  if (asked.what === "new")
    return <EndpointForm endpoint={null} onSecret={onSecret} onClose={onClose} />;
  if (asked.what === "secret") return <Secret secret={asked.secret.secret} onClose={onClose} />;
  const { endpoint } = asked;
  if (asked.what === "change")
    return <EndpointForm endpoint={endpoint} onSecret={onSecret} onClose={onClose} />;
  if (asked.what === "replay") return <Replay endpoint={endpoint} onClose={onClose} />;
  if (asked.what === "disable") return <Disable endpoint={endpoint} onClose={onClose} />;
  return <EndOld endpoint={endpoint} onClose={onClose} />;
}
