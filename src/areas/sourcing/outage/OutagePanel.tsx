import { CalendarClock, LockOpen } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { InstantField, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { OutageRow } from "./outage.model.ts";

type Act = "extend" | "open";
type Values = { dueAt: string; reason: string };
const words = {
  extend: {
    title: "Extend the deadline",
    description:
      "Answers are taken again until then. Those who were told of it hear of this, once.",
    submit: "Extend the deadline",
    done: "The deadline is extended",
  },
  open: {
    title: "Open without extending",
    description:
      "What could not be handed in during the outage stays out. Those who were told of it hear your reason, once. This cannot be taken back.",
    submit: "Open with this reason",
    done: "The answers may be opened",
  },
} as const;

function DecisionDialog({
  act,
  path,
  onClose,
  onDone,
}: {
  act: Act;
  path: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const save = useMutationAction("opening", "solicitations", "evaluations");
  const submit = async (values: Values) => {
    await save.mutateAsync({
      path: `${path}/outage/actions/${act}`,
      body: act === "extend" ? values : { reason: values.reason },
    });
    notify.done(words[act].done);
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words[act].title}
      description={words[act].description}
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ dueAt: "", reason: "" }}
        submitLabel={words[act].submit}
        onSubmit={submit}
        onCancel={onClose}
      >
        {act === "extend" && <InstantField name="dueAt" label="New deadline" required />}
        <TextArea name="reason" label="Reason" required maxLength={2000} />
      </Form>
    </Dialog>
  );
}

/** The two ways on after an outage before a deadline, each with its dialog; `path` is the record's. */
export function OutageDecision({ path, onDone }: { path: string; onDone?: () => void }) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => setAct("extend")}>
          <CalendarClock aria-hidden="true" />
          Extend the deadline
        </button>
        <button type="button" className="btn" onClick={() => setAct("open")}>
          <LockOpen aria-hidden="true" />
          Open without extending
        </button>
      </p>
      {act && (
        <DecisionDialog
          act={act}
          path={path}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

/** Why the opening waits after an outage, and the two ways on. */
export function OutagePanel({
  outage,
  solicitationId,
  onChanged,
}: {
  outage: OutageRow;
  solicitationId: string;
  onChanged: () => void;
}) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  return (
    <Panel title="Levee could not be reached before the deadline">
      <p role="status" className="mb-4">
        Nobody could reach Levee from {formatInstant(outage.awayFrom, timeZone)} to{" "}
        {formatInstant(outage.awayUntil, timeZone)}; answers were due{" "}
        {formatInstant(outage.dueAt, timeZone)}. By your agency&rsquo;s rule an outage within{" "}
        {outage.minutes} minutes before that holds the opening: nothing opens by itself.
      </p>
      {can("solicitation.publish") ? (
        <OutageDecision path={`/api/v1/solicitations/${solicitationId}`} onDone={onChanged} />
      ) : (
        <p className="text-t2">
          Its buyer or a manager extends the deadline, or lets it be opened.
        </p>
      )}
    </Panel>
  );
}
