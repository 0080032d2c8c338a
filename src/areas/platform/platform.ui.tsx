export { AgingDemo } from "./aging/AgingDemo.tsx";
