import { useEffect } from "react";
import { useRouteError } from "react-router";
import { api } from "../kit/api.ts";

const details = (error: unknown, componentStack: string | null) =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message.slice(0, 2000),
        stack: error.stack?.slice(0, 6000) ?? null,
        componentStack,
        timestamp: new Date().toISOString(),
      }
    : {
        name: "unknown",
        message: String(error).slice(0, 2000),
        stack: null,
        componentStack,
        timestamp: new Date().toISOString(),
      };

const stackOf = (error: unknown): string | null =>
  error instanceof Error && "componentStack" in error && typeof error.componentStack === "string"
    ? error.componentStack.slice(0, 4000)
    : null;

/** Tells the server once about each error, as a security event of high severity (SPEC 8). */
const useReport = (error: unknown): void => {
  useEffect(() => {
    void api("/api/v1/rpc/log_security_event", {
      method: "POST",
      body: {
        p_event_type: "application_error",
        p_severity: "high",
        p_user_id: null,
        p_event_data: details(error, stackOf(error)),
      },
    }).catch(() => undefined);
  }, [error]);
};

/** The screen of an unexpected error inside the app. */
export function AppError() {
  useReport(useRouteError());
  useEffect(() => {
    document.title = "Something went wrong | Levee";
  }, []);
  return (
    <main className="plain-screen" id="main" role="alert">
      <h1>Something went wrong</h1>
      <p>An unexpected error occurred. Our team has been notified.</p>
      <div className="mt-2 flex gap-2">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Try Again
        </button>
        <a className="btn" href="/">
          Go Home
        </a>
      </div>
    </main>
  );
}

/** The last screen: the router itself could not draw anything. */
export function RouterError() {
  useReport(useRouteError());
  return (
    <main className="plain-screen" id="main" role="alert">
      <h1>Unexpected Application Error!</h1>
      <p>
        Nothing of the application could be shown. What you saved is on the server; drafts are on
        this device.
      </p>
      <div className="mt-2 flex gap-2">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Try Again
        </button>
        <a className="btn" href="/">
          Go Home
        </a>
      </div>
    </main>
  );
}
