import { Link } from "react-router";
import { Form } from "#web/kit/form/Form.tsx";
import { CheckboxField } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Me } from "../me/me.model.ts";
import { useChangeMe } from "./useChangeMe.ts";

/** How one is told what waits. */
export function Notices({ me }: { me: Me }) {
  const change = useChangeMe();
  return (
    <div className="stack">
      <Panel title="How you are told">
        <p className="mb-4 text-t2">
          What waits for you always appears under <Link to="/notifications">Notifications</Link>.
        </p>
        <Form<{ mailNotices: boolean }>
          formKey={null}
          defaultValues={{ mailNotices: me.person.preferences.mailNotices ?? false }}
          submitLabel="Save"
          onSubmit={(preferences) => change({ preferences })}
        >
          <CheckboxField
            name="mailNotices"
            label="Also by mail"
            hint={`To ${me.person.email}, when somebody waits for your decision.`}
          />
        </Form>
      </Panel>
    </div>
  );
}
