import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "./api.ts";
import { ErrorPanel } from "./states.tsx";
import { notify } from "./Toasts.tsx";

const me = vi.hoisted(() => ({
  mfaRequired: false,
  org: { name: "Carver County" },
  permissions: [] as string[],
}));
const say = vi.hoisted(() => vi.fn());
vi.mock("../auth/AuthProvider.tsx", () => ({ useAuth: () => ({ me }) }));
vi.mock("./SingleToast.tsx", () => ({ say }));
vi.mock("./ToastArea.tsx", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
afterEach(() => Object.assign(me, { mfaRequired: false, permissions: [] }));

const refused = new ApiProblem(403, {
  code: "not_allowed",
  detail: "Your role does not allow this.",
});
const panel = () =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(ErrorPanel, { error: refused })),
  );

test("a refusal sends to the administrator, unless the person is one", () => {
  expect(panel()).toContain(
    "Your role does not allow this. An administrator of your agency can change that under Team.",
  );
  me.permissions = ["member.edit"];
  expect(panel()).not.toContain("An administrator of your agency");
});

test("whoever signed in without the second factor that the agency asks is told so and led to it", () => {
  me.mfaRequired = true;
  expect(panel()).toContain("Carver County asks a second factor");
  expect(panel()).toContain('href="/settings?tab=security"');
  expect(panel()).not.toContain("Your role does not allow this");
});

test("a toast whose code does not come is said in plain", async () => {
  notify.failed(
    "The view was not saved",
    new ApiProblem(0, { detail: "The server cannot be reached." }),
  );
  await vi.waitFor(() =>
    expect(say).toHaveBeenCalledWith(
      "The view was not saved",
      "The server cannot be reached.",
      "destructive",
    ),
  );
  notify.done("Saved");
  await vi.waitFor(() => expect(say).toHaveBeenCalledWith("Saved", "", "plain"));
});
