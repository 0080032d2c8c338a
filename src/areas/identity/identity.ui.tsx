export { KeepChoices, nothingChosen } from "./screens/KeepChoices.tsx";
export { NotProved, useProof } from "./screens/useProof.tsx";
export { type SignInMethod, signInMethods } from "./methods.labels.ts";
export { OpenSessions } from "./screens/OpenSessions.tsx";
export { Passkeys } from "./screens/Passkeys.tsx";
export { SecondFactor } from "./screens/SecondFactor.tsx";
