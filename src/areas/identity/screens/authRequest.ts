import type { Me } from "../me/me.model.ts";
import {
  AuthError,
  authCall,
  currentSession,
  setSession,
  type Session,
} from "#web/auth/session.ts";
import { api, ApiProblem } from "#web/kit/api.ts";
import { takeOrigin } from "#web/shell/guard.ts";
import { landingFor } from "../landing.model.ts";

/** POST to /auth/v1 without the session of this browser. @throws ApiProblem. */
export const authRequest = async <T>(path: string, body: unknown): Promise<T> => {
  try {
    return await authCall<T>(path, body);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new ApiProblem(
      error.status,
      "code" in error.body ? error.body : { ...error.body, detail: error.message },
    );
  }
};

const inboxName = "levee.demo-inbox";
let inboxOfThisPage: string | undefined;

/** This browser's secret for reading, in demo mode, letters to the addresses that it signs up. */
export const demoInboxKey = (): string => {
  try {
    const kept = localStorage.getItem(inboxName);
    if (kept) return kept;
  } catch {
    /* storage refused: the key lasts for this page */
  }
  inboxOfThisPage ??= `${crypto.randomUUID()}${crypto.randomUUID()}`;
  try {
    localStorage.setItem(inboxName, inboxOfThisPage);
  } catch {
    /* as above */
  }
  return inboxOfThisPage;
};

/**
 * Letters that this browser and person may read in demo mode. @throws ApiProblem (404 outside of
 * demo mode).
 */
export const readDemoMail = async <T>(): Promise<T> => {
  const session = currentSession();
  const response = await fetch("/api/v1/demo-mail", {
    headers: {
      "x-levee-inbox": demoInboxKey(),
      ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
    },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new ApiProblem(response.status, answer);
  return answer as T;
};

export type SecondStep = { mfa_required: true; mfa_token: string };
export const isSecondStep = (answer: Session | SecondStep): answer is SecondStep =>
  "mfa_required" in answer;

/**
 * Keeps the session and answers where to go: the remembered page of this site, else what fits the
 * person.
 */
export const enter = async (session: Session): Promise<string> => {
  setSession(session);
  const me = await api<Me>("/api/v1/me");
  return landingFor(me, takeOrigin());
};
