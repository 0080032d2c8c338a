import type { Me } from "../me/me.model.ts";
import { AuthError, authCall, setSession, type Session } from "../../../web/auth/session.ts";
import { api, ApiProblem } from "../../../web/kit/api.ts";
import { takeOrigin } from "../../../web/shell/guard.ts";
import { landingFor } from "../landing.model.ts";

/** POST to /auth/v1 without the session of this browser. @throws ApiProblem. */
export const authRequest = async <T>(path: string, body: unknown): Promise<T> => {
  try {
    return await authCall<T>(path, body);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new ApiProblem(error.status, "code" in error.body ? error.body : { ...error.body, detail: error.message });
  }
};

export type SecondStep = { mfa_required: true; mfa_token: string };
export const isSecondStep = (answer: Session | SecondStep): answer is SecondStep => "mfa_required" in answer;

/** Keeps the session and answers where to go: the remembered page of this site, else what fits the person. */
export const enter = async (session: Session): Promise<string> => {
  setSession(session);
  void api("/functions/v1/check-subscription", { method: "POST" }).catch((error: unknown) => console.warn("subscription not read:", error));
  const me = await api<Me>("/api/v1/me");
  return landingFor(me, takeOrigin());
};
