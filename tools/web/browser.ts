/** What the browser says: an answer to a command, or an event. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** Maximum milliseconds that a condition may take to come true. */
const PATIENCE = 30_000;

/** A page in Chromium without a window, driven by the protocol of its developer tools. */
export class Browser implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  readonly #loaded = Promise.withResolvers<void>();
  #last = 0;

  private constructor(child: Deno.ChildProcess, socket: WebSocket) {
    this.#child = child;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, method, result, error }: Message = JSON.parse(data);
      if (method === "Page.loadEventFired") this.#loaded.resolve();
      const waiting = id === undefined ? undefined : this.#waiting.get(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result ?? {});
    });
  }

  /** Opens a page; the browser's files go to a folder. */
  static async open(url: string, folder: string): Promise<Browser> {
    const command = Deno.env.get("SPECOL_CHROMIUM") ?? "chromium";
    const child = new Deno.Command(command, {
      args: [
        "--headless=new",
        "--no-sandbox",
        "--no-first-run",
        "--remote-debugging-port=0",
        "--window-size=1000,1500",
        `--user-data-dir=${folder}`,
        "about:blank",
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const port = await findPort(child);
    const pages: { type: string; webSocketDebuggerUrl: string }[] =
      await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const page = pages.find(({ type }) => type === "page")!;
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    const browser = new Browser(child, socket);
    await browser.#visit(url);
    return browser;
  }

  /** Goes to a page, and waits until all of it is loaded and its script has run. */
  async #visit(url: string): Promise<void> {
    await this.send("Page.enable");
    await this.send("Page.navigate", { url });
    await this.#loaded.promise;
  }

  /** Sends a command, and returns its result. */
  async send(
    method: string,
    params: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return await answer.promise;
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options) as {
      result: { value: unknown };
      exceptionDetails?: unknown;
    };
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  /** Waits until an expression in the page is true. */
  async until(expression: string): Promise<void> {
    const waiting = `new Promise((resolve, reject) => {
      const start = performance.now();
      const look = () => (${expression}) ? resolve(true)
        : performance.now() - start > ${PATIENCE} ? reject(new Error("never true"))
        : requestAnimationFrame(look);
      look();
    })`;
    await this.evaluate(waiting).catch((error) => {
      throw new Error(`Waited for ${expression}: ${error.message}`);
    });
  }

  /** Presses a key. */
  async press(key: string, text?: string): Promise<void> {
    const codes: Record<string, number> = { Tab: 9, Enter: 13, " ": 32 };
    const options = { key, text, windowsVirtualKeyCode: codes[key] };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...options });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...options });
  }

  /** Types a text in the place of that of a field. */
  async type(id: string, text: string): Promise<void> {
    await this.evaluate(
      `document.getElementById("${id}").focus(), document.activeElement.select()`,
    );
    await this.send("Input.insertText", { text });
  }

  /** Takes a picture of the whole page. */
  async screenshot(path: string): Promise<void> {
    const options = { format: "png", captureBeyondViewport: true };
    const { data } = await this.send("Page.captureScreenshot", options);
    await Deno.writeFile(path, Uint8Array.fromBase64(data as string));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    this.#child.kill();
    await this.#child.status;
  }
}

/** The port of the developer tools, which the browser prints once it listens. */
async function findPort(child: Deno.ChildProcess): Promise<string> {
  let text = "";
  const port = Promise.withResolvers<string>();
  // It is read to its end: a browser that cannot print would stop.
  child.stderr.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(part: string): void {
        text += part;
        const [, found] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text) ?? [];
        if (found !== undefined) port.resolve(found);
      },
      close: () => port.reject(new Error(`Cannot start Chromium: ${text}`)),
    }),
  );
  return await port.promise;
}
