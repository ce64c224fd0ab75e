import { persistentSubscriptionToStreamSettingsFromDefaults } from '@eventstore/db-client';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { expect, test } from 'vitest';
import { againstEachStore } from './support/stage.ts';
import { failure, seen, told } from './support/told.ts';

const EMPTY = Buffer.alloc(0);
const STREAMS = 'event_store.client.streams.streams';

againstEachStore('what the server says of itself', (stage) => {
  test('its version, and the methods it has with their features, in lower case', async () => {
    const { path, responseDeserialize } = featuresService.ServerFeaturesService.getSupportedMethods;
    const answer = await stage.wire.call(path, EMPTY, responseDeserialize);
    expect(answer.getEventStoreServerVersion()).toMatch(/^\d+\.\d+\.\d+/);
    const methods = answer
      .getMethodsList()
      .map((method) => [method.getServiceName(), method.getMethodName(), ...method.getFeaturesList()].join(' '));
    expect(methods).toEqual(
      expect.arrayContaining([
        `${STREAMS} read position events`,
        `${STREAMS} append`,
        `${STREAMS} delete`,
        `${STREAMS} tombstone`,
        `${STREAMS} batchappend deadline_duration`,
        'event_store.client.gossip.gossip read',
        'event_store.client.server_features.serverfeatures getsupportedmethods',
      ]),
    );
  });

  test('the client finds in it what it asks for', async () => {
    const { client } = stage;
    const { read, append, batchAppend } = streamsService.StreamsService;
    const capabilities = (client as unknown as { supports(method: unknown, feature?: string): Promise<boolean> })
      .supports;
    const supports = (method: unknown, feature?: string) => capabilities.call(client, method, feature);
    expect(await supports(read, 'position')).toBe(true);
    expect(await supports(batchAppend, 'deadline_duration')).toBe(true);
    expect(await supports(append, 'deadline_duration')).toBe(false);
  });

  test('its gossip: one member that leads and is alive, with an id in halves and an address', async () => {
    const { path, responseDeserialize } = gossipService.GossipService.read;
    const members = (await stage.wire.call(path, EMPTY, responseDeserialize)).getMembersList();
    expect(members).toHaveLength(1);
    const [member] = members;
    expect(member?.getState()).toBe(8);
    expect(member?.getIsAlive()).toBe(true);
    expect(member?.getInstanceId()?.hasStructured()).toBe(true);
    const milliseconds = Number(member?.getTimeStamp()) / 10_000;
    expect(Math.abs(milliseconds - Date.now())).toBeLessThan(3_600_000);
    expect(member?.getHttpEndPoint()?.getAddress()).toMatch(/./);
    expect(member?.getHttpEndPoint()?.getPort()).toBeGreaterThan(0);
  });

  test('calls that need the leader find it', async () => {
    const stream = stage.fresh();
    const { client } = stage;
    const event = { id: crypto.randomUUID(), type: 'noted', contentType: 'application/json' as const, data: {} };
    expect(await told(client.appendToStream(stream, event as never, { requiresLeader: true }))).toBe('next 0');
    expect(await seen(client, stream, { requiresLeader: true })).toBe('0');
    expect(await told(client.deleteStream(stream, { requiresLeader: true }))).toBe('done');
  });
});

againstEachStore(
  'what the stand-in does not offer, other than EventStoreDB',
  (stage) => {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const CALLS = {
      'listing projections': () => stage.client.listProjections(),
      'creating a projection': () => stage.client.createProjection('p', 'fromAll()'),
      'the state of a projection': () => stage.client.getProjectionState('p'),
      'restarting the projections': () => stage.client.restartSubsystem(),
      'creating a persistent subscription': () => stage.client.createPersistentSubscriptionToStream('s', 'g', settings),
      'deleting a persistent subscription': () => stage.client.deletePersistentSubscriptionToStream('s', 'g'),
      'a service that nobody has': () =>
        stage.wire.call('/event_store.cluster.Elections/ViewChange', EMPTY, (bytes) => bytes),
      'a method that nobody has': () =>
        stage.wire.call('/event_store.client.streams.Streams/Nothing', EMPTY, (bytes) => bytes),
    };
    test.each(Object.entries(CALLS))('%s is unimplemented, at once', async (_, call) => {
      const begun = performance.now();
      expect(await failure(call())).toMatchObject({ code: 12 });
      expect(performance.now() - begun).toBeLessThan(2000);
    });

    test('connecting to a persistent subscription is unimplemented, too', async () => {
      const subscription = stage.client.subscribeToPersistentSubscriptionToStream('s', 'g');
      const error = await new Promise((resolve) => subscription.once('error', resolve));
      expect(error).toMatchObject({ code: 12 });
    });
  },
  { standInOnly: 'it has them' },
);
