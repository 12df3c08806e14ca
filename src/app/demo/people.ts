/** Calls the service as the app does, and throws what it refuses: in a story nothing should be refused unheard. */
export interface ApiUser {
  call(method: string, path: string, body?: object | FormData): Promise<unknown>;
}

export function apiUser(url: string, token: string, zone: () => string, device: string): ApiUser {
  return {
    async call(method, path, body) {
      const form = body instanceof FormData;
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          'device-id': device,
          'x-timezone': zone(),
          ...(body && !form && { 'content-type': 'application/json' }),
        },
        ...(body && { body: form ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (JSON.parse(text) as { data: unknown }).data;
    },
  };
}
