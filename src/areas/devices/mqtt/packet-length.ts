import type { Socket } from "node:net";

/** Bytes that a packet holds at most: a thousand readings are a third of it. */
export const mostBytes = 512 * 1024;
/** Bytes of the first packet, which says who the device is. */
export const mostAtFirst = 4 * 1024;

/**
 * Follows the fixed headers of the packets in a stream (MQTT 3.1.1, section 2.2): a type, then a length
 * in seven bits a byte, four bytes at most.
 */
export class PacketLengths {
  #first = true;
  #left = 0;
  #header: { length: number; at: number } | null = null;

  /** Whether every packet that begins in these bytes is short enough; what is too long is told by its header. */
  passes(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, bytes.length - at);
        this.#left -= skipped;
        at += skipped;
      } else if (!this.#takes(bytes[at++]!)) return false;
    }
    return true;
  }

  #takes(byte: number): boolean {
    if (this.#header === null) {
      this.#header = { length: 0, at: 0 };
      return true;
    }
    const { length, at } = this.#header;
    const now = length + (byte & 127) * 128 ** at;
    if (at > 3 || now > (this.#first ? mostAtFirst : mostBytes)) return false;
    if (byte > 127) this.#header = { length: now, at: at + 1 };
    else {
      this.#header = null;
      this.#first = false;
      this.#left = now;
    }
    return true;
  }
}

/**
 * Cuts a connection off as soon as a packet says that it is longer than may be, before it is gathered in
 * memory. Called behind whoever reads the socket: what is read is seen here as well.
 */
export const cutOffLongPackets = (socket: Socket): void => {
  const lengths = new PacketLengths();
  socket.on("data", (bytes: Buffer) => {
    if (!lengths.passes(bytes)) socket.destroy(new Error("a packet longer than may be"));
  });
};
