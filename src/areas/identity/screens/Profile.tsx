import { dutyLabels } from "#roles.ts";
import { useEnterAgency } from "#web/auth/useEnterAgency.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { Me } from "../me/me.model.ts";
import { useChangeMe } from "./useChangeMe.ts";

function Memberships({ me }: { me: Me }) {
  const toAgency = useEnterAgency();
  const enter = async (organizationId: string, name: string) => {
    if (await toAgency(organizationId)) notify.done(`You work in ${name} now`);
  };
  if (me.memberships.length < 2) return null;
  return (
    <Panel title="Your agencies" flush>
      <ul>
        {me.memberships.map(({ orgId, name }) => (
          <li
            key={orgId}
            className="flex items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {orgId === me.org?.id ? (
              <span className="text-t3">You work here now</span>
            ) : (
              <button
                type="button"
                className="btn btn-small"
                onClick={() => void enter(orgId, name)}
              >
                Work here
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Name, and what the person is in the agency. */
export function Profile({ me }: { me: Me }) {
  const change = useChangeMe();
  return (
    <div className="stack">
      <Panel title="You">
        <Form<{ displayName: string }>
          formKey={null}
          defaultValues={{ displayName: me.person.displayName }}
          submitLabel="Save name"
          onSubmit={(values) => change(values)}
        >
          <TextField
            name="displayName"
            label="Name"
            hint="As others see it on records and in letters."
            autoComplete="name"
            required
          />
        </Form>
      </Panel>
      <Panel title="In this agency">
        <Facts>
          <Fact label="Email">{me.person.email}</Fact>
          <Fact label={me.vendor ? "Vendor" : "Agency"}>
            {me.vendor?.name ?? me.org?.name ?? "None yet"}
          </Fact>
          {me.org && (
            <>
              <Fact label="Department">{me.department?.name ?? "None"}</Fact>
              <Fact label="Role">{roleLabels[me.role].label}</Fact>
              <Fact label="Duties">
                {me.duties.map((duty) => dutyLabels[duty].label).join(", ") || "None"}
              </Fact>
            </>
          )}
        </Facts>
        {me.org && (
          <p className="mt-4 text-13 text-t3">
            An administrator changes role, duties and department under Team.
          </p>
        )}
      </Panel>
      <Memberships me={me} />
    </div>
  );
}
