import { ShieldAlert } from "lucide-react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Me } from "../me/me.model.ts";
import { ConnectedPrograms } from "./ConnectedPrograms.tsx";
import { OpenSessions } from "./OpenSessions.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { PasswordField, PasswordRules } from "./PasswordField.tsx";
import { ProviderLinks } from "./ProviderLinks.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

type Fields = { current_password: string; password: string };
const rules = rulesOnDemand<Fields>(async () => (await import("./authRules.ts")).passwordRules);

/** Password, second factor, open sessions, connected programs. */
export function Security({ me }: { me: Me }) {
  const { can } = useAuth();
  const change = async (values: Fields) => {
    await api("/auth/v1/user", { method: "PUT", body: values });
    notify.done("Password changed", "Your other devices were signed out.");
  };
  return (
    <div className="stack">
      {me.mfaRequired && (
        <div className="notice tone-warning" role="status">
          <ShieldAlert aria-hidden="true" />
          <div>
            <strong>Set up a second factor to go on</strong>
            <p>
              {me.org?.name} asks it of administrators, finance and purchasing officers. Until then
              your work here is closed. Set it up, or sign in with a passkey.
            </p>
          </div>
        </div>
      )}
      <SecondFactor />
      <Passkeys />
      <Panel title="Password">
        <Form<Fields>
          formKey={null}
          defaultValues={{ current_password: "", password: "" }}
          resolver={rules}
          submitLabel="Change password"
          onSubmit={change}
        >
          <input type="hidden" autoComplete="username" defaultValue={me.person.email} />
          <PasswordField
            name="current_password"
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField name="password" label="New password" autoComplete="new-password" />
          <PasswordRules />
        </Form>
      </Panel>
      <ProviderLinks />
      <OpenSessions />
      {can("agent.run") && <ConnectedPrograms />}
    </div>
  );
}
