import { useState } from "react";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { MemberRow } from "./member.model.ts";

/**
 * For a member who lost phone and backup codes: takes the two-step sign-in off, with how it was
 * made sure that it is them.
 */
export function LostFactor({ member }: { member: MemberRow }) {
  const act = useMutationAction("members");
  const [asking, setAsking] = useState(false);
  const reset = async (body: { reason: string }) => {
    await act.mutateAsync({
      path: `/api/v1/members/${member.id}/actions/reset-second-factor`,
      body,
    });
    notify.done(
      "Two-step sign-in is off",
      `${member.name} signs in with the password and sets it up anew.`,
    );
    setAsking(false);
  };
  return (
    <section className="mt-6 border-t border-hair pt-4" aria-label="Two-step sign-in">
      {asking ? (
        <>
          <p className="mb-3 text-t2">
            {member.name} is signed out everywhere and told by mail. Until it is set up anew, the
            password alone opens the account: make sure that it is them who asks.
          </p>
          <Form<{ reason: string }>
            formKey={null}
            defaultValues={{ reason: "" }}
            submitLabel="Take it off"
            onCancel={() => setAsking(false)}
            onSubmit={reset}
          >
            <TextArea name="reason" label="How you made sure" rows={2} maxLength={1000} required />
          </Form>
        </>
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-13 text-t2">
          Phone and backup codes are lost?
          <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
            Take two-step sign-in off
          </button>
        </p>
      )}
    </section>
  );
}
