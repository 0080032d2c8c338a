export { KeepChoices, nothingChosen } from "./screens/KeepChoices.tsx";
export { NotProved, useProof } from "./screens/useProof.tsx";
export { type SignInMethod, signInMethods } from "./methods.labels.ts";
