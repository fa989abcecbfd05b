// Calls one unary method of a gRPC server, which it finds by reflection. It shows in the real lane that clients in other
// languages can use the server.
//
//	grpc-client ADDRESS METHOD REQUEST
//
// METHOD is "package.Service/method", REQUEST and the response are JSON. For a failed call it prints one line of JSON with code,
// message and details, and exits with 2. TOKEN and CA in the environment are a bearer token and a file with PEM.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	reflection "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "Usage: grpc-client ADDRESS METHOD REQUEST")
		os.Exit(1)
	}
	answer, err := call(os.Args[1], os.Args[2], os.Args[3])
	if err == nil {
		fmt.Println(answer)
		return
	}
	refusal, isRefusal := status.FromError(err)
	if !isRefusal {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	details := []string{}
	for _, detail := range refusal.Proto().GetDetails() {
		details = append(details, detail.GetTypeUrl())
	}
	line, _ := json.Marshal(map[string]any{
		"code": refusal.Code().String(), "message": refusal.Message(), "details": details,
	})
	fmt.Println(string(line))
	os.Exit(2)
}

func call(address, fullMethod, request string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if token := os.Getenv("TOKEN"); token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
	}
	security, err := transportCredentials()
	if err != nil {
		return "", err
	}
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(security))
	if err != nil {
		return "", err
	}
	defer connection.Close()

	serviceName, methodName, _ := strings.Cut(fullMethod, "/")
	method, err := describe(ctx, connection, serviceName, methodName)
	if err != nil {
		return "", err
	}
	in, out := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	if err := protojson.Unmarshal([]byte(request), in); err != nil {
		return "", fmt.Errorf("cannot read the request: %w", err)
	}
	if err := connection.Invoke(ctx, "/"+fullMethod, in, out); err != nil {
		return "", err
	}
	text, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(out)
	return string(text), err
}

func transportCredentials() (credentials.TransportCredentials, error) {
	file := os.Getenv("CA")
	if file == "" {
		return insecure.NewCredentials(), nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("no certificate in %s", file)
	}
	return credentials.NewTLS(&tls.Config{RootCAs: pool}), nil
}

// describe requests from the server the file that defines the service.
func describe(ctx context.Context, connection *grpc.ClientConn, service, method string) (protoreflect.MethodDescriptor, error) {
	stream, err := reflection.NewServerReflectionClient(connection).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	question := &reflection.ServerReflectionRequest{
		MessageRequest: &reflection.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: service},
	}
	// After EOF the server has ended the stream, and Recv returns the reason.
	if err := stream.Send(question); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	answer, err := stream.Recv()
	if err != nil {
		return nil, err
	}
	set := &descriptorpb.FileDescriptorSet{}
	for _, bytes := range answer.GetFileDescriptorResponse().GetFileDescriptorProto() {
		file := &descriptorpb.FileDescriptorProto{}
		if err := proto.Unmarshal(bytes, file); err != nil {
			return nil, err
		}
		set.File = append(set.File, file)
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		return nil, err
	}
	found, err := files.FindDescriptorByName(protoreflect.FullName(service))
	if err != nil {
		return nil, err
	}
	descriptor, isService := found.(protoreflect.ServiceDescriptor)
	if !isService {
		return nil, fmt.Errorf("%s is no service", service)
	}
	if described := descriptor.Methods().ByName(protoreflect.Name(method)); described != nil {
		return described, nil
	}
	return nil, fmt.Errorf("%s has no method %s", service, method)
}
