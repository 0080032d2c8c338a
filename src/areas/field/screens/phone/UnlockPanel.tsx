import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { NotProved, useProof } from "#areas/identity/identity.ui.tsx";
import { recoverStore, unlockField } from "../../store/doing.ts";
import { leastCharacters, tooShort } from "../../store/passphrase.model.ts";
import { openWithPasskey } from "../../store/passkey.ts";
import { FieldForm, Wrong } from "./FieldForm.tsx";
import { waitingSaid } from "./said.ts";
import { useField } from "./useField.ts";

const at = (message: string) => new Wrong([{ path: "passphrase", message }]);

/** A new passphrase by the copy of the key that the server keeps. */
function Forgotten({ onBack }: { onBack: () => void }) {
  const { proved, question } = useProof();
  const recover = async ({ passphrase }: { passphrase: string }) => {
    if (passphrase.length < leastCharacters) throw at(tooShort);
    try {
      if (!(await recoverStore(passphrase, proved)))
        throw at("The server's copy does not open this store.");
    } catch (error) {
      if (!(error instanceof NotProved)) throw error;
    }
  };
  return (
    <>
      <p className="mb-4 text-t2">
        Choose another passphrase. The server keeps a sealed copy of the key and gives it back to
        you alone, once you have signed in: nothing on this device is lost.
      </p>
      <FieldForm<{ passphrase: string }>
        defaultValues={{ passphrase: "" }}
        submitLabel="Set the passphrase"
        onSubmit={recover}
        actions={
          <button type="button" className="btn btn-quiet" onClick={onBack}>
            Cancel
          </button>
        }
      >
        <TextField
          name="passphrase"
          label="New passphrase"
          type="password"
          autoComplete="new-password"
          required
        />
      </FieldForm>
      {question}
    </>
  );
}

/** The lock of the store: opened by its passphrase, or by a passkey where it has one. */
export function UnlockPanel() {
  const { device, waiting } = useField();
  const { session } = useAuth();
  const [forgotten, setForgotten] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const waits = waitingSaid(waiting);
  const unlock = async ({ passphrase }: { passphrase: string }) => {
    setSaid(null);
    if (!(await unlockField(passphrase))) throw at("This is not the passphrase of this device.");
  };
  const byPasskey = async () => {
    setSaid(null);
    const opened = await openWithPasskey().catch(() => false);
    if (!opened) setSaid("The passkey did not open it. Use the passphrase.");
  };
  if (forgotten)
    return (
      <Panel title="Set another passphrase">
        <Forgotten onBack={() => setForgotten(false)} />
      </Panel>
    );
  return (
    <Panel title="Open this device">
      {waits && <p className="mb-4 text-t2">{waits} on it, and stays until it is sent.</p>}
      {said && (
        <p className="notice tone-danger mb-4" role="alert">
          {said}
        </p>
      )}
      <FieldForm<{ passphrase: string }>
        defaultValues={{ passphrase: "" }}
        submitLabel="Open"
        onSubmit={unlock}
        actions={
          device?.passkey && (
            <button type="button" className="btn" onClick={() => void byPasskey()}>
              Open with a passkey
            </button>
          )
        }
      >
        <TextField
          name="passphrase"
          label="Passphrase of this device"
          type="password"
          autoComplete="current-password"
          required
        />
      </FieldForm>
      {session && (
        <button type="button" className="btn btn-quiet mt-4" onClick={() => setForgotten(true)}>
          I forgot the passphrase
        </button>
      )}
    </Panel>
  );
}
