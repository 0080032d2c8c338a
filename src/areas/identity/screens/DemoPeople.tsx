import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Session } from "#web/auth/session.ts";
import { api, messageOf } from "#web/kit/api.ts";
import type { DemoAccounts } from "../identity.model.ts";
import { authRequest, enter, isSecondStep, type SecondStep } from "./authRequest.ts";

type Choose = { onEmail: (email: string) => void; onSecondStep: (step: SecondStep) => void };
type Account = DemoAccounts["jobs"][number]["accounts"][number];

/** Signs in as a person of the demo; where the demo has a password of its own, fills the address. */
const useDemoPerson = (password: string | null, { onEmail, onSecondStep }: Choose) => {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async ({ email }: Account) => {
    setFailure(null);
    onEmail(email);
    if (!password) return;
    try {
      const answer = await authRequest<Session | SecondStep>("/token", {
        grant_type: "password",
        email,
        password,
      });
      if (isSecondStep(answer)) onSecondStep(answer);
      else void navigate(await enter(answer), { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return { choose, failure };
};

function People({ jobs, choose }: { jobs: DemoAccounts["jobs"]; choose: (who: Account) => void }) {
  return (
    <div className="mt-4 grid gap-5">
      {jobs.map(({ job, accounts }) => (
        <section key={job}>
          <h2 className="!text-14 text-t2">{job}</h2>
          <ul className="mt-1">
            {accounts.map((account) => (
              <li key={account.email} className="border-b border-hair">
                <button
                  type="button"
                  className="w-full cursor-pointer py-2 text-left hover:bg-s2"
                  onClick={() => choose(account)}
                >
                  <span className="block">
                    {account.name}, {account.title}
                  </span>
                  <span className="block text-14 text-t2">{account.does}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** On the sign-in page of the demo: its people by job, one press each. Nothing outside of demo mode. */
export function DemoPeople(props: Choose) {
  const data = useQuery({
    queryKey: ["demo-accounts"],
    queryFn: ({ signal }) => api<DemoAccounts>("/auth/v1/demo-accounts", { signal }),
  }).data;
  const { choose, failure } = useDemoPerson(data?.password ?? null, props);
  if (!data?.jobs.length) return null;
  return (
    <details className="mt-6 border-t border-hair pt-4">
      <summary className="cursor-pointer text-link">People of the demo, by job</summary>
      <p className="text-14 text-danger" role="status">
        {failure}
      </p>
      <People jobs={data.jobs} choose={(who) => void choose(who)} />
    </details>
  );
}
