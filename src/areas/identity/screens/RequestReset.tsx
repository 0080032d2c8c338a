import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { TextField } from "#web/kit/form/fields.tsx";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { DemoMailLink } from "./DemoMailLink.tsx";
import { authRequest } from "./authRequest.ts";

/**
 * /request-reset: mails a link for a new password; says the same whether the address is known or
 * not.
 */
export default function RequestReset() {
  const [said, setSaid] = useState<string | null>(null);
  const submit = async (values: { email: string }) =>
    setSaid((await authRequest<{ message: string }>("/recover", values)).message);
  return (
    <AuthFrame
      title="Forgot your password"
      lead={said ? undefined : "We mail you a link. It works once, for one hour."}
      foot={<Link to="/auth">Back to sign in</Link>}
    >
      {said ? (
        <div className="notice tone-success" role="status">
          <MailCheck aria-hidden="true" />
          <div>
            <strong>Check your mail</strong>
            <p>{said}</p>
            <DemoMailLink />
          </div>
        </div>
      ) : (
        <AuthForm<{ email: string }>
          defaultValues={{ email: "" }}
          submitLabel="Mail me a link"
          onSubmit={submit}
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" required />
        </AuthForm>
      )}
    </AuthFrame>
  );
}
