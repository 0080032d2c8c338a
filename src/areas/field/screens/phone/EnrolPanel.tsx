import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { FieldProblem } from "#web/kit/api.ts";
import { CheckboxField, TextField } from "#web/kit/form/fields.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { registerServiceWorker } from "#web/serviceWorker.ts";
import { NotProved, useProof } from "#areas/identity/identity.ui.tsx";
import { enrolHere } from "../../store/doing.ts";
import { mayHavePasskey } from "../../store/passkey.ts";
import { leastCharacters, tooShort } from "../../store/passphrase.model.ts";
import { FieldForm, Wrong } from "./FieldForm.tsx";

type Values = { name: string; passphrase: string; again: string; passkey: boolean };

const wrongIn = ({ passphrase, again }: Values): FieldProblem[] => {
  if (passphrase.length < leastCharacters) return [{ path: "passphrase", message: tooShort }];
  return passphrase === again
    ? []
    : [{ path: "again", message: "The passphrase is not the same both times." }];
};

const deviceName = (): string =>
  /iPhone/.test(navigator.userAgent)
    ? "iPhone"
    : /iPad/.test(navigator.userAgent)
      ? "iPad"
      : /Android/.test(navigator.userAgent)
        ? "Android phone"
        : "Computer";

/** Makes this browser a device of the field. */
export function EnrolPanel() {
  const { me, can } = useAuth();
  const { proved, question } = useProof();
  if (!me?.org || !can("field.capture"))
    return (
      <EmptyState kind="no-access" title="You record nothing in the field">
        Members of an agency who may do more than read enroll their devices here.
      </EmptyState>
    );
  const { person, org } = me;
  const enrol = async (values: Values) => {
    const wrong = wrongIn(values);
    if (wrong.length > 0) throw new Wrong(wrong);
    try {
      const made = await enrolHere(
        {
          name: values.name,
          passphrase: values.passphrase,
          passkey: values.passkey,
          owner: {
            personId: person.id,
            name: person.displayName,
            agency: org.name,
            timeZone: org.timeZone,
          },
        },
        proved,
      );
      void registerServiceWorker(true);
      notify.done(
        "This device is enrolled",
        made.kept === false
          ? "The browser did not promise to keep its store: install the app."
          : "Your work comes to it now.",
      );
      if (made.passkey === false)
        notify.failed("No passkey", "Yours gives no key here. The passphrase opens the device.");
    } catch (error) {
      if (!(error instanceof NotProved)) throw error;
    }
  };
  return (
    <Panel title="Enroll this device">
      <p className="mb-4 text-t2">
        What you record lies on this device under a key that your passphrase opens. Only you can
        open or send it.
      </p>
      <FieldForm<Values>
        defaultValues={{ name: deviceName(), passphrase: "", again: "", passkey: false }}
        submitLabel="Enroll this device"
        onSubmit={enrol}
      >
        <TextField name="name" label="Name of the device" required maxLength={120} />
        <TextField
          name="passphrase"
          label="Passphrase"
          type="password"
          autoComplete="new-password"
          hint={`At least ${leastCharacters} characters. It is asked whenever the app was closed or lay still.`}
          required
        />
        <TextField
          name="again"
          label="Passphrase again"
          type="password"
          autoComplete="new-password"
          required
        />
        {mayHavePasskey() && (
          <CheckboxField
            name="passkey"
            label="Open it with a passkey too, where mine gives a key"
          />
        )}
      </FieldForm>
      {question}
    </Panel>
  );
}
