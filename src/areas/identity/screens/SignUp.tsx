import { MailCheck } from "lucide-react";
import { useState } from "react";
import { TextField } from "#web/kit/form/fields.tsx";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { keepOriginForSignUp } from "#web/shell/guard.ts";
import { AuthForm } from "./AuthForm.tsx";
import { DemoMailLink } from "./DemoMailLink.tsx";
import { authRequest, demoInboxKey } from "./authRequest.ts";
import { ResendOffer } from "./ConfirmAddress.tsx";
import { PasswordField, PasswordRules } from "./PasswordField.tsx";

type Fields = { displayName: string; email: string; password: string };
const rules = rulesOnDemand<Fields>(async () => (await import("./authRules.ts")).signUpRules);

/** The confirming letter is under way: what to do now, and how to get it again. */
function LetterSent({ address }: { address: string }) {
  return (
    <div className="notice tone-success" role="status">
      <MailCheck aria-hidden="true" />
      <div>
        <strong>Check your mail</strong>
        <p>
          We sent a link to <b className="text-t1">{address}</b>. Press it within 24 hours to
          confirm the address. If you have an account already, the letter says so.
        </p>
        <DemoMailLink />
        <ResendOffer email={address} />
      </div>
    </div>
  );
}

/** Registers with name, address and password. */
export function SignUp() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <LetterSent address={sentTo} />;
  const submit = async (values: Fields) => {
    await authRequest("/sign-up", {
      email: values.email,
      password: values.password,
      data: { display_name: values.displayName },
      demo_inbox: demoInboxKey(),
      options: { emailRedirectTo: `${location.origin}/auth` },
    });
    keepOriginForSignUp();
    setSentTo(values.email);
  };
  return (
    <AuthForm<Fields>
      defaultValues={{ displayName: "", email: "", password: "" }}
      resolver={rules}
      submitLabel="Create account"
      onSubmit={submit}
    >
      <TextField name="displayName" label="Your name" autoComplete="name" required />
      <TextField name="email" label="Work email" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <PasswordRules />
    </AuthForm>
  );
}
