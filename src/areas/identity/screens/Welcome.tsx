import { useQueryClient } from "@tanstack/react-query";
import { Building2, KeyRound, MailOpen, Store } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { pageAt } from "#areas.ts";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { formatInstant } from "#kernel/dates.ts";
import {
  monthNames,
  roleLabels,
  timeZoneChoices,
} from "#areas/organization/organization.public.ts";
import { useAuth, useAgency } from "#web/auth/AuthProvider.tsx";
import type { Me } from "../me/me.model.ts";
import { signInMethods } from "../methods.labels.ts";
import { beginAddress } from "./ProviderSignIn.tsx";

type Fields = { name: string; timeZone: string; fiscalYearStartMonth: string };

const useEnter = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (to: string) => {
    await client.resetQueries();
    await navigate(to);
  };
};

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        {icon}
        <h2 className="!text-16">{title}</h2>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}

function Invitations({ invitations }: { invitations: Me["invitations"] }) {
  const { timeZone } = useAgency();
  const enter = useEnter();
  const accept = async (id: string, organization: string) => {
    await api(`/api/v1/invitations/${id}/actions/accept`, { method: "POST" });
    notify.done(`You work in ${organization} now`);
    await enter("/dashboard");
  };
  if (invitations.length === 0)
    return (
      <p className="text-t2">
        No invitation waits for your address. Ask your administrator to invite it under Team; then
        open this page again.
      </p>
    );
  return (
    <ul className="-my-3">
      {invitations.map((each) => (
        <li
          key={each.id}
          className="flex flex-wrap items-center gap-3 border-b border-hair py-3 last:border-0"
        >
          <div className="min-w-0 flex-1">
            <b className="font-medium">{each.organization}</b>
            <p className="text-13 text-t3">
              {each.invitedBy ? `From ${each.invitedBy} · ` : ""}
              {roleLabels[each.role].label} · open until {formatInstant(each.expiresAt, timeZone)}
            </p>
          </div>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() =>
              void accept(each.id, each.organization).catch((error: unknown) =>
                notify.failed("The invitation was not accepted", error),
              )
            }
          >
            Accept
          </button>
        </li>
      ))}
    </ul>
  );
}

function NewAgency() {
  const enter = useEnter();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = own.includes("/") && !own.startsWith("Etc/") ? own : "America/New_York";
  const create = async (values: Fields) => {
    await api("/api/v1/organizations", {
      method: "POST",
      body: { ...values, fiscalYearStartMonth: Number(values.fiscalYearStartMonth) },
    });
    await enter("/settings?tab=security");
  };
  return (
    <Form<Fields>
      formKey="organization-new"
      defaultValues={{ name: "", timeZone: zone, fiscalYearStartMonth: "7" }}
      submitLabel="Create the agency"
      onSubmit={create}
    >
      <TextField
        name="name"
        label="Name of the agency"
        hint="As it stands on orders: Carver County, City of Northfork."
        autoComplete="organization"
        required
      />
      <FormRow>
        <SelectField name="timeZone" label="Time zone" options={timeZoneChoices(zone)} required />
        <SelectField
          name="fiscalYearStartMonth"
          label="Fiscal year begins in"
          options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
          required
        />
      </FormRow>
    </Form>
  );
}

/** The agency is entered through its own provider, and this session came another way. */
function ThroughProvider({ required }: { required: NonNullable<Me["providerRequired"]> }) {
  return (
    <Way
      icon={<KeyRound className="text-accent" aria-hidden="true" />}
      title={`${required.agency} is entered through ${required.name}`}
    >
      <p className="mb-4 text-t2">
        You are signed in another way, so you are not in the agency. If your account is not linked
        to {required.name} yet, link it first. If {required.name} does not answer, tell an
        administrator: two of them may come in beside it.
      </p>
      <p className="flex flex-wrap gap-3">
        <a className="btn btn-primary" href={beginAddress(required.id)}>
          Continue with {required.name}
        </a>
        <Link className="btn" to="/settings?tab=security">
          Link your account
        </Link>
      </p>
    </Way>
  );
}

/** The agency is not entered the way this session began. */
function AnotherWay({ required }: { required: NonNullable<Me["methodRequired"]> }) {
  const { signOut } = useAuth();
  const ways = required.methods.map((method) => signInMethods[method]);
  return (
    <Way
      icon={<KeyRound className="text-accent" aria-hidden="true" />}
      title={`${required.agency} is entered by: ${ways.join(", ")}`}
    >
      <p className="mb-4 text-t2">
        You signed in another way, so you are not in the agency.{" "}
        {required.methods.includes("passkey") &&
          "Have you no passkey yet? Add one under Settings, Sign-in and security, then sign in by it."}
      </p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => void signOut()}>
          Sign out and come in again
        </button>
        <Link className="btn" to="/settings?tab=security">
          Sign-in and security
        </Link>
      </p>
    </Way>
  );
}

/** An agency that a restore closed to somebody until an administrator answers. */
function ClosedByRestore({ closed }: { closed: Me["closedByRestore"][number] }) {
  return (
    <Way
      icon={<KeyRound className="text-accent" aria-hidden="true" />}
      title={`${closed.agency} waits for an administrator`}
    >
      <p className="text-t2">
        {`Levee was restored from its backup of ${formatInstant(closed.madeAt, closed.timeZone)}. `}
        {closed.told
          ? "After that moment your membership was ended, as the audit record tells. If that is wrong, an administrator opens it again."
          : "Nothing tells who still works there since, so everybody waits until an administrator has answered. Ask yours: they find you under Monitoring."}
      </p>
    </Way>
  );
}

const stateClosed: Partial<Record<NonNullable<Me["closedByState"]>, string>> = {
  suspended:
    "Your agency is suspended: its administrators alone come in. Ask one of them what it waits for.",
  deleted: "Your agency was ended, and its records are being deleted.",
};

/** /welcome: for people who belong to no agency yet. */
export default function Welcome() {
  const me = useGet<Me>("me", "/api/v1/me");
  if (me.isPending) return <RecordSkeleton />;
  if (me.isError)
    return <ErrorPanel error={me.error} what="Your account" onRetry={() => void me.refetch()} />;
  return (
    <div className="grid max-w-[760px] gap-4">
      <div className="mb-2">
        <h1>Welcome, {me.data.person.displayName}</h1>
        <p className="mt-1 text-16 text-t2">
          {me.data.org
            ? `You work in ${me.data.org.name}. You may join or create another agency.`
            : me.data.providerRequired
              ? "Come in through your agency's own sign-in."
              : me.data.methodRequired
                ? "Sign in by a way that your agency allows."
                : me.data.closedByState
                  ? stateClosed[me.data.closedByState]
                  : me.data.closedByRestore.length > 0
                    ? "Your agency has not let you in again yet."
                    : "You belong to no agency yet. Choose how to begin."}
        </p>
      </div>
      {me.data.closedByRestore.map((closed) => (
        <ClosedByRestore key={closed.agency} closed={closed} />
      ))}
      {me.data.methodRequired && <AnotherWay required={me.data.methodRequired} />}
      {me.data.providerRequired && <ThroughProvider required={me.data.providerRequired} />}
      <Way
        icon={<MailOpen className="text-accent" aria-hidden="true" />}
        title="Accept an invitation"
      >
        <Invitations invitations={me.data.invitations} />
      </Way>
      <Way icon={<Building2 className="text-accent" aria-hidden="true" />} title="Create an agency">
        <NewAgency />
      </Way>
      {!me.data.org && pageAt("/vendor-registration") && (
        <Way
          icon={<Store className="text-accent" aria-hidden="true" />}
          title="Register as a vendor"
        >
          <p className="mb-4 text-t2">
            You supply agencies: register your business, then see orders, answer solicitations and
            send invoices.
          </p>
          <Link className="btn" to="/vendor-registration">
            Register your business
          </Link>
        </Way>
      )}
    </div>
  );
}
