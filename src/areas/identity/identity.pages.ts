import type { Page } from "#kernel/access.ts";

export const identityPages = {
  auth: {
    path: "/auth",
    title: "Sign in",
    access: "open",
    screen: "screens/SignIn.tsx",
    frame: "bare",
  },
  login: {
    path: "/login",
    title: "Sign in",
    access: "open",
    screen: "screens/SignIn.tsx",
    frame: "bare",
  },
  authConfirm: {
    path: "/auth/confirm",
    title: "Confirm your address",
    access: "open",
    screen: "screens/ConfirmAddress.tsx",
    frame: "bare",
  },
  verifyEmail: {
    path: "/verify-email",
    title: "Check your mail",
    access: "open",
    screen: "screens/ConfirmAddress.tsx",
    frame: "bare",
  },
  requestReset: {
    path: "/request-reset",
    title: "Forgot your password",
    access: "open",
    screen: "screens/RequestReset.tsx",
    frame: "bare",
  },
  resetPassword: {
    path: "/reset-password",
    title: "Choose a new password",
    access: "open",
    screen: "screens/ResetPassword.tsx",
    frame: "bare",
  },
  welcome: {
    path: "/welcome",
    title: "First steps",
    access: "signed-in",
    screen: "screens/Welcome.tsx",
  },
  mail: {
    path: "/mail",
    title: "Demo mail",
    access: "open",
    screen: "screens/DemoMail.tsx",
    frame: "bare",
  },
  settings: {
    path: "/settings",
    title: "Settings",
    access: "signed-in",
    screen: "screens/Settings.tsx",
  },
} as const satisfies Record<string, Page>;
