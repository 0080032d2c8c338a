import { Building2, Link2 } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { refusalText } from "#areas/sign-on/sign-on.public.ts";
import type { Session } from "#web/auth/session.ts";
import { rememberOrigin } from "#web/shell/guard.ts";
import { Spinner } from "#web/shell/Spinner.tsx";
import { NotSignedIn, useAnswerInAddress } from "./AnswerInAddress.tsx";
import { authRequest, enter, isSecondStep, type SecondStep } from "./authRequest.ts";
import { keepLink, type LinkNeeded } from "./providerLink.ts";

type Offered = { id: string; name: string };

/** Where the agency's own provider begins. */
export const beginAddress = (providerId: string): string =>
  `/auth/v1/sso/begin?provider=${encodeURIComponent(providerId)}`;

/**
 * The providers of the domain that is being typed. Only the domain is asked about: the server never
 * hears who is typing.
 */
export function ProviderOffer() {
  const email = useWatch({ name: "email" }) as string | undefined;
  const domain = /^[^\s@]+@([^\s@]+\.[^\s@]{2,})$/.exec(email?.trim() ?? "")?.[1]?.toLowerCase();
  const [asked, setAsked] = useState(domain);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(domain), 400);
    return () => clearTimeout(timer);
  }, [domain]);
  const found = useQuery({
    queryKey: ["sso-offer", asked],
    queryFn: () =>
      authRequest<{ providers: Offered[] }>("/sso/offer", { email: `someone@${asked}` }),
    enabled: asked !== undefined && asked === domain,
    staleTime: 60_000,
    retry: false,
  });
  const offered = asked === domain ? (found.data?.providers ?? []) : [];
  if (offered.length === 0) return null;
  return (
    <div className="grid gap-2" role="status">
      {offered.map(({ id, name }) => (
        <a key={id} className="btn btn-primary !h-11 w-full !text-16" href={beginAddress(id)}>
          <Building2 aria-hidden="true" />
          Continue with {name}
        </a>
      ))}
      <p className="text-13 text-t3">Or with your password, where your agency allows it.</p>
    </div>
  );
}

function LinkFirst({ link }: { link: LinkNeeded }) {
  return (
    <div className="notice tone-info mb-6" role="status">
      <Link2 aria-hidden="true" />
      <div>
        <strong>You have an account already</strong>
        <p>
          Sign in as before, as {link.email}. Then confirm that {link.provider} may open it: from
          there on you come in through {link.provider}.
        </p>
      </div>
    </div>
  );
}

/** What came back from an agency's provider: exchanges its code once, or says what went wrong. */
export function ProviderAnswer({ onSecondStep }: { onSecondStep: (step: SecondStep) => void }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [link, setLink] = useState<LinkNeeded | null>(null);
  const { code, failure } = useAnswerInAddress("sso_code", async (given) => {
    const answer = await authRequest<Session | SecondStep | LinkNeeded>("/sso/session", {
      code: given,
    });
    if ("link_needed" in answer) {
      keepLink(answer);
      rememberOrigin("/settings?tab=security");
      setLink(answer);
    } else if (isSecondStep(answer)) onSecondStep(answer);
    else void navigate(await enter(answer), { replace: true });
  });
  const reason = search.get("sso_error");
  if (link) return <LinkFirst link={link} />;
  if (failure) return <NotSignedIn text={failure} />;
  if (reason) return <NotSignedIn text={refusalText(reason)} />;
  return code ? (
    <div className="mb-6" role="status">
      <Spinner label="Signing in" />
    </div>
  ) : null;
}
