// The line between a phone and the server, as it is in the field: a TCP proxy that refuses, hangs, cuts, and
// swallows answers.
import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * `through`: all goes. `refuse`: nobody is there. `hang`: it is taken and nothing comes. `cut`: it breaks within
 * the request. `swallow`: the server hears it, its answer is lost.
 */
export type LineMode = "through" | "refuse" | "hang" | "cut" | "swallow";

const cutAfter = 700;
const swallowMs = 400;

/** A line from a port of its own to the server's. */
export class Line {
  mode: LineMode = "through";
  readonly port: number;
  private readonly to: number;
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(port: number, to: number) {
    this.port = port;
    this.to = to;
  }

  /** The address that the phone opens. */
  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async open(): Promise<void> {
    if (this.server) return;
    const server = createServer((socket) => this.take(socket));
    this.server = server;
    await new Promise<void>((done) => server.listen(this.port, () => done()));
  }

  /** Changes what the line does, for those who are connected too. */
  async set(mode: LineMode): Promise<void> {
    this.mode = mode;
    for (const socket of this.sockets) socket.destroy();
    if (mode === "refuse") await this.close();
    else await this.open();
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.sockets.delete(socket));
  }

  private take(socket: Socket): void {
    this.keep(socket);
    if (this.mode === "hang") return;
    const up = connect(this.to, "127.0.0.1");
    this.keep(up);
    socket.on("close", () => up.destroy());
    up.on("close", () => socket.destroy());
    let sent = 0;
    socket.on("data", (part: Buffer) => {
      sent += part.length;
      if (this.mode === "cut" && sent > cutAfter) return void socket.destroy();
      up.write(part);
    });
    up.on("data", (part: Buffer) => {
      if (this.mode === "through") socket.write(part);
      else if (this.mode === "swallow") setTimeout(() => socket.destroy(), swallowMs);
      else socket.write(part);
    });
  }
}
