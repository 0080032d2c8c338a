import { KeyRound } from "lucide-react";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PasswordField } from "./PasswordField.tsx";
import type { ProofState } from "../proof.model.ts";

type Fields = { present_password: string; present_code: string };

const send = (body: object) => api<ProofState>("/auth/v1/proof", { method: "POST", body });

const byPasskey = async () => {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const answer = await startAuthentication({
    optionsJSON: await api("/auth/v1/passkeys/question", { method: "POST" }),
  });
  await send({ kind: "passkey", answer });
};

/** Asks anew for what the person signs in with now, before a way to sign in changes. */
export function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const ways = useGet<ProofState>("proof", "/auth/v1/proof");
  const byPassword = async ({ present_password, present_code }: Fields) => {
    await send({
      kind: "password",
      present_password,
      ...(ways.data?.code ? { present_code } : {}),
    });
    onProved();
  };
  const pressKey = () =>
    void byPasskey().then(onProved, (error: unknown) =>
      notify.failed(
        "Not proved",
        error instanceof Error && error.name === "NotAllowedError" ? "No passkey was used." : error,
      ),
    );
  return (
    <Dialog
      onClose={onClose}
      title="Confirm that it is you"
      description="Before this goes on, prove it with what you sign in with now. That counts for ten minutes."
    >
      {ways.isError && (
        <ErrorPanel error={ways.error} what="This" onRetry={() => void ways.refetch()} />
      )}
      {ways.data?.passkey && (
        <button type="button" className="btn mb-4 w-full" onClick={pressKey}>
          <KeyRound aria-hidden="true" />
          Use a passkey
        </button>
      )}
      {ways.data?.password && (
        <Form<Fields>
          formKey={null}
          defaultValues={{ present_password: "", present_code: "" }}
          submitLabel="Confirm"
          onCancel={onClose}
          onSubmit={byPassword}
        >
          <PasswordField
            name="present_password"
            label="Your password"
            autoComplete="current-password"
          />
          {ways.data.code && (
            <TextField
              name="present_code"
              label="Code"
              hint="From your app, or a backup code."
              autoComplete="one-time-code"
              required
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}
